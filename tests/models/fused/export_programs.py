"""Exports models with fused operators: two of the examples, and one with all activations.

    PYTHONPATH=tools/package python tests/models/fused/export_programs.py

Inputs and outputs of the examples' models are next to them: fused operators have to give what eager PyTorch
gives. Needs torch and executorch; the files are committed, so that nothing else does.
"""

import pathlib
import sys

import numpy
import torch
from executorch.exir import to_edge
from torch import nn
from torch.export import export

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT / "examples/models"), str(ROOT / "tools/package")]

import export_models  # noqa: E402
from rules_executorch.passes import fuse  # noqa: E402


class Activations(nn.Module):
    """Convolutions, linear layers and sums before each activation, and attention with a scale and a mask."""

    def __init__(self):
        super().__init__()
        activations = (nn.Hardswish(), nn.SiLU(), nn.Hardsigmoid(), nn.Sigmoid(), nn.GELU(), nn.ReLU6())
        self.convolutions = nn.ModuleList(
            nn.Sequential(nn.Conv2d(4, 4, 3, 1, 1), nn.BatchNorm2d(4, affine=i % 2 == 0), activation)
            for i, activation in enumerate(activations)
        )
        self.upsampled = nn.Sequential(
            nn.ConvTranspose2d(4, 6, 2, 2, groups=2, bias=False), nn.BatchNorm2d(6), nn.GELU("tanh")
        )
        self.linears = nn.Sequential(nn.Linear(6, 16), nn.SiLU(), nn.Linear(16, 8), nn.Hardtanh(-0.5, 0.5))

    def forward(self, x):
        for convolution in self.convolutions:
            x = torch.relu(x + convolution(x))
        rows = self.linears(self.upsampled(x).flatten(2).transpose(1, 2))
        scores = rows @ rows.transpose(1, 2) / 8
        mask = torch.full(scores.shape[-2:], -torch.inf).triu(1)
        return torch.softmax(scores + mask, -1) @ rows


def programs():
    """(name, model, inputs) of each program."""
    torch.manual_seed(0)
    examples = {name: (model, inputs) for name, model, inputs in export_models.models()}
    for name in ("mobilenet_v2", "transformer"):
        yield name, *examples[name]
    torch.manual_seed(0)
    yield "activations", export_models.warmed_up(Activations()), (torch.randn(1, 4, 6, 5),)


def main():
    for name, model, inputs in programs():
        edge = fuse(to_edge(export(model.eval(), inputs)))
        (HERE / f"{name}.pte").write_bytes(edge.to_executorch().buffer)
        if name == "activations":
            with torch.no_grad():
                output = model(*inputs)
            numpy.save(HERE / f"{name}.input0.npy", inputs[0].numpy())
            numpy.save(HERE / f"{name}.output0.npy", output.contiguous().numpy())


if __name__ == "__main__":
    main()
