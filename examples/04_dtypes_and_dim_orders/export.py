"""Exports a model that calls one operator with tensors of several dtypes and dim orders.

    python examples/04_dtypes_and_dim_orders/export.py

Writes model.pte, its inputs (model.input<i>.npy) and what eager PyTorch makes of them (model.output<i>.npy).
Needs torch and executorch; the files are committed, so that nothing else does.
"""

import pathlib

import numpy
import torch
from executorch.exir import to_edge
from torch.export import export

HERE = pathlib.Path(__file__).parent


class Model(torch.nn.Module):
    """Each line is a call of another kernel."""

    def forward(self, image, matrix, half, counts):
        channels_last = image.to(memory_format=torch.channels_last)
        return (
            image + image,
            (channels_last + channels_last).contiguous(),
            half + half,
            counts + counts,
            matrix * matrix,
            image * image,
        )


def main():
    torch.manual_seed(0)
    inputs = (
        torch.randn(1, 2, 3, 3),
        torch.randn(2, 4),
        torch.randn(2, 4).half(),
        torch.arange(5, dtype=torch.int32),
    )
    model = Model()
    (HERE / "model.pte").write_bytes(to_edge(export(model, inputs)).to_executorch().buffer)
    for kind, tensors in (("input", inputs), ("output", model(*inputs))):
        for i, tensor in enumerate(tensors):
            numpy.save(HERE / f"model.{kind}{i}.npy", tensor.contiguous().numpy())


if __name__ == "__main__":
    main()
