"""Whole models: those of the examples, also in realistic sizes."""

from __future__ import annotations

import pathlib
import sys
import tempfile
from collections.abc import Mapping, Sequence

import numpy
import torch

from kernel_benchmark.cases import Case
from kernel_benchmark.contenders import Program, Timed, Torch
from kernel_benchmark.measure import Timing, is_close, time_in_turns, timing

ROOT = pathlib.Path(__file__).parents[3]

# MobileNetV2 of the original publication: (channels out, stride, expand).
_BLOCKS = [(16, 1, 1)] + [
    (channels, stride if i == 0 else 1, 6)
    for channels, count, stride in ((24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2), (320, 1, 1))
    for i in range(count)
]

NAMES = ("mobilenet_v2 32", "mobilenet_v2 224", "transformer 16x32", "transformer 128x256")


class App(Program):
    """A model in an app: `model_host`, linked with kernels or loading them."""

    def __init__(self, name: str, command: Sequence[str], threads: int, files: pathlib.Path):
        program, *libraries = command
        self._results = files / f"{name}.output"
        arguments = (files / "model.pte", files / "input.npy", self._results)
        super().__init__(name, [program, *arguments, *libraries], threads)

    def output(self, like: torch.Tensor) -> torch.Tensor | None:
        """The output of the model; None if it did not run."""
        if not self.line():
            return None
        values = numpy.fromfile(self._results, numpy.float32)
        return torch.from_numpy(values).reshape(like.shape) if values.size == like.numel() else None


def measure_model(
    name: str,
    torch_: Torch,
    hosts: Mapping[str, Sequence[str]],
    threads: int,
    rounds: int,
    slice_: float,
    best: bool,
) -> Timing:
    """Exports a model, verifies the output of each app, then times all of them."""
    model, inputs = _model(name)
    with torch.no_grad():
        expected = model(*inputs)
    wrong: list[str] = []
    ready: list[Timed] = [torch_]
    with tempfile.TemporaryDirectory() as directory:
        files = pathlib.Path(directory)
        _export(model, inputs, files)
        apps = [App(host, command, threads, files) for host, command in hosts.items()]
        for app in apps:
            output = app.output(expected)
            if output is None:
                continue
            ready.append(app)
            if not is_close(output, expected):
                wrong.append(app.name)
        torch_.prepare_call(lambda: model(*inputs))
        taken = time_in_turns(ready, rounds, slice_)
        for app in apps:
            app.close()
    return timing(Case("models", name, "", list), taken, wrong, best)


def _model(name: str) -> tuple[torch.nn.Module, tuple]:
    sys.path.insert(0, str(ROOT / "examples" / "models"))
    import export_models as models

    torch.manual_seed(0)
    kind, _, size = name.partition(" ")
    if kind == "transformer":
        length, width = map(int, size.split("x"))
        small = {} if width == 32 else {"tokens": 1000, "hidden": 4 * width, "layers": 4}
        model = models.Transformer(length=length, width=width, **small)
        return model.eval(), (torch.randint(1, 64, (1, length)),)
    full = {} if size == "32" else {"blocks": _BLOCKS, "first": 32, "last": 1280, "classes": 1000}
    model = models.warmed_up(models.MobileNetV2(**full))
    return model.eval(), (torch.randn(1, 3, int(size), int(size)),)


def _export(model: torch.nn.Module, inputs: tuple, files: pathlib.Path) -> None:
    from executorch.exir import to_edge
    from torch.export import export

    program = to_edge(export(model, inputs)).to_executorch()
    (files / "model.pte").write_bytes(program.buffer)
    numpy.save(files / "input.npy", inputs[0].numpy())
