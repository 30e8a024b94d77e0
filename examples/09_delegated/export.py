"""Lowers two models of ../models to XNNPACK: the MobileNetV2 wholly, the transformer as far as XNNPACK goes.

    python examples/09_delegated/export.py              # mobilenet_v2.pte and transformer.pte, next to this
    python examples/09_delegated/export.py DIRECTORY    # the same in the sizes that they are used in

Weights, inputs and expected outputs of the first are those of ../models. With DIRECTORY, it also writes the
programs that are not lowered, <model>_alone.pte. Needs torch and executorch. The small files are committed:
builds need neither.
"""

import pathlib
import sys

import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.exir import to_edge_transform_and_lower
from torch.export import export

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "models"))

import export_models  # noqa: E402

# Of a MobileNetV2 as it was published: channels, how many blocks, and the stride of the first of them.
BLOCKS = ((16, 1, 1), (24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2), (320, 1, 1))


def small_models():
    """(name, model, inputs) of each."""
    for name, model, inputs in export_models.models():
        if name in ("mobilenet_v2", "transformer"):
            yield name, model, inputs


def large_models():
    """(name, model, inputs) of each."""
    blocks = [
        (channels, 1 if i else stride, 1 if channels == 16 else 6)
        for channels, count, stride in BLOCKS
        for i in range(count)
    ]
    mobilenet = export_models.MobileNetV2(blocks, first=32, last=1280, classes=1000)
    yield "mobilenet_v2", export_models.warmed_up(mobilenet), (torch.randn(1, 3, 224, 224),)
    transformer = export_models.Transformer(tokens=1000, length=128, width=256, hidden=1024, layers=4)
    yield "transformer", transformer, (torch.randint(1, 64, (1, 128)),)


def save(path, model, inputs, partitioners):
    program = to_edge_transform_and_lower(export(model.eval(), inputs), partitioner=partitioners)
    path.write_bytes(program.to_executorch().buffer)


def main(directory=None):
    torch.manual_seed(0)
    # All of them before any is lowered, which draws random numbers as well.
    for name, model, inputs in list(large_models() if directory else small_models()):
        save(pathlib.Path(directory or HERE) / f"{name}.pte", model, inputs, [XnnpackPartitioner()])
        if directory:
            save(pathlib.Path(directory) / f"{name}_alone.pte", model, inputs, [])


if __name__ == "__main__":
    main(*sys.argv[1:])
