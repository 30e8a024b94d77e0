"""Exports a model that calls the operators of custom_ops.yaml, with an input and what PyTorch makes of it.

    bazel build //examples/03_custom_operator:my_ops_aot
    python examples/03_custom_operator/export.py bazel-bin/examples/03_custom_operator/libmy_ops_aot.so

Writes model.pte, model.input0.npy and model.output<i>.npy next to this script, or to a second argument, a
directory. Needs torch and executorch. The files are committed, so that nothing else does.
"""

import pathlib
import sys

import numpy
import torch
from executorch.exir import EdgeCompileConfig, to_edge
from torch.export import export

HERE = pathlib.Path(__file__).parent


class Model(torch.nn.Module):
    """Calls the operators as any others; `mish` is used together with an operator of ATen."""

    def forward(self, x):
        y = torch.ops.my_ops.mish(x) + x
        low, high = torch.ops.my_ops.row_range(y)
        middle = torch.ops.my_ops.weighted_sum([low, high], [0.5, 0.5])
        return y, torch.ops.my_ops.weighted_sum([middle, low], [1.0, -1.0], high)


def main(library, directory=HERE):
    torch.ops.load_library(library)
    torch.manual_seed(0)
    model, x = Model(), torch.randn(4, 8)
    # The check of the intermediate form knows ATen's operators only.
    edge = to_edge(export(model, (x,)), compile_config=EdgeCompileConfig(_check_ir_validity=False))
    (pathlib.Path(directory) / "model.pte").write_bytes(edge.to_executorch().buffer)
    numpy.save(pathlib.Path(directory) / "model.input0.npy", x.numpy())
    for i, output in enumerate(model(x)):
        numpy.save(pathlib.Path(directory) / f"model.output{i}.npy", output.numpy())


if __name__ == "__main__":
    main(*sys.argv[1:])
