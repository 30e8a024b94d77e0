"""Exports a model that calls the operators of custom_ops.yaml.

    bazel build //examples/08_shader_operators:shop_ops
    python examples/08_shader_operators/export.py bazel-bin/examples/08_shader_operators DIRECTORY

The first argument is where the package shop_ops is. Writes model.pte, which runs on the CPU, to the second,
with its inputs and outputs; or with `--vgf` delegated.pte, in which Arm's delegate runs the shaders. Needs
torch and executorch, and for the latter Arm's packages. model.pte is committed, so that nothing else does.
"""

import argparse
import pathlib
import sys

import numpy
import torch
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from torch.export import export


class Model(torch.nn.Module):
    """Calls the operators as any others."""

    def forward(self, photo, logo):
        ops = torch.ops.shop
        return ops.scale_add(ops.sepia_image(photo), ops.sepia_buffer(photo)), ops.rgba_bias(logo)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("package", help="the directory that shop_ops is in")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--vgf", action="store_true", help="for Arm's delegate")
    args = parser.parse_args()
    sys.path.insert(0, args.package)
    import shop_ops  # defines torch.ops.shop

    torch.manual_seed(0)
    inputs = (torch.rand(1, 3, 5, 7), torch.rand(1, 4, 5, 7))
    program = to_edge_transform_and_lower(
        export(Model(), inputs),
        partitioner=[shop_ops.vgf_partitioner()] if args.vgf else [],
        # The check of the intermediate form knows ATen's operators only.
        compile_config=EdgeCompileConfig(_check_ir_validity=False),
    )
    name = "delegated.pte" if args.vgf else "model.pte"
    (args.output / name).write_bytes(program.to_executorch().buffer)
    for i, tensor in enumerate(inputs):
        numpy.save(args.output / f"model.input{i}.npy", tensor.numpy())
    for i, tensor in enumerate(Model()(*inputs)):
        numpy.save(args.output / f"model.output{i}.npy", tensor.numpy())


if __name__ == "__main__":
    main()
