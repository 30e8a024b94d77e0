"""Whole models: those of the examples, also in realistic sizes, and well-known image models."""

from __future__ import annotations

import importlib.util
import logging
import pathlib
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy
import torch
from rules_executorch.passes import fuse

from kernel_benchmark import profile
from kernel_benchmark.architectures import MOBILENET_V2, MobileNetV3Small, ResNet18
from kernel_benchmark.cases import Case
from kernel_benchmark.contenders import Program, Timed, Torch
from kernel_benchmark.measure import PLACES, Timing, is_close, split, time_in_turns, timing

ROOT = pathlib.Path(__file__).parents[3]

GROUP = "models"
NAMES = (
    "mobilenet_v2 32",
    "mobilenet_v2 224",
    "mobilenet_v2 224 int8",
    "mobilenet_v3_small 224",
    "resnet18 224",
    "transformer 16x32",
    "transformer 128x256",
)
# The seconds of a profile, if three runs take no longer.
_PROFILE = 0.5
# Contenders that take a program of their own, also if "-" and more follows; the others take kernels for all
# operators.
_XNNPACK, _ONNX_RUNTIME, _FUSED = "xnnpack", "onnxruntime", "fused"


class App(Program):
    """A model in a program with the protocol of `model_host`.

    Args:
      name: the contender.
      program: the command.
      model: the model, which is in the directory with its input.
      libraries: what the program loads.
    """

    def __init__(
        self,
        name: str,
        program: Sequence[str],
        model: pathlib.Path,
        threads: int,
        libraries: Sequence[str] = (),
    ):
        self._results = model.with_name(f"{name}.output")
        files = model, model.with_name("input.npy"), self._results
        super().__init__(name, [*program, *files, *libraries], threads)

    def output(self, like: torch.Tensor) -> torch.Tensor | None:
        """The output of the model; None if it did not run."""
        if not self.line():
            return None
        values = numpy.fromfile(self._results, numpy.float32)
        return torch.from_numpy(values).reshape(like.shape) if values.size == like.numel() else None

    def microseconds_of_instructions(self, runs: int) -> list[float]:
        """The median time of each instruction."""
        return list(map(float, self.answer(f"profile {runs}").split()))


def measure_model(
    name: str,
    torch_: Torch,
    hosts: Mapping[str, Sequence[str]],
    threads: int,
    rounds: int,
    slice_: float,
    best: bool,
    profiles: bool = False,
) -> Timing:
    """Exports a model, verifies the output of each app, then times all of them; with `profiles`, prints how
    long each instruction of an app takes.
    """
    model, inputs = _model(name)
    with torch.no_grad():
        expected = model(*inputs)
    torch_.prepare_call(lambda: model(*inputs))
    wrong: list[str] = []
    taken: dict[str, list[float]] = {}
    steps: dict[str, list[list[float]]] = {}
    with tempfile.TemporaryDirectory() as directory:
        files = pathlib.Path(directory)
        starts = _export_all(model, inputs, hosts, files)
        # Each start of an app places its memory elsewhere, which may change its time by a tenth.
        for turns in split(rounds, PLACES):
            apps = [App(each.name, each.program, each.model, threads, each.libraries) for each in starts]
            ready: list[Timed] = [torch_]
            for app in apps:
                output = app.output(expected)
                if output is None:
                    print(f"warning: {app.name} has not run {name}", file=sys.stderr)
                    continue
                ready.append(app)
                if not _is_close(output, expected, name) and app.name not in wrong:
                    wrong.append(app.name)
            for each, seconds in time_in_turns(ready, turns, slice_).items():
                taken.setdefault(each, []).extend(seconds)
            for app in apps:
                if profiles and app in ready and app.name != _ONNX_RUNTIME:
                    runs = max(3, int(_PROFILE / taken[app.name][-1]))
                    steps.setdefault(app.name, []).append(app.microseconds_of_instructions(runs))
                app.close()
        for start in starts:
            if start.name in steps:
                print(profile.table(start.name, start.model, steps[start.name]))
    return timing(Case(GROUP, name, "", list), taken, wrong, best)


def bytes_on_disk(hosts: Mapping[str, Sequence[str]], empty: str) -> dict[str, int]:
    """The bytes that each contender adds to an app: its kernels, or the libraries that it loads.

    Args:
      hosts: the commands of the contenders.
      empty: the contender whose program has no kernels.
    """
    without = pathlib.Path(hosts[empty][0]).stat().st_size
    sizes = {
        name: sum(pathlib.Path(library).stat().st_size for library in libraries)
        or pathlib.Path(program).stat().st_size - without
        for name, (program, *libraries) in hosts.items()
    }
    if found := importlib.util.find_spec(_ONNX_RUNTIME):
        library = next(pathlib.Path(str(found.origin)).parent.glob("capi/libonnxruntime.so.*"), None)
        sizes |= {_ONNX_RUNTIME: library.stat().st_size} if library else {}
    return sizes


class _Start(NamedTuple):
    """What an app is started with; see App."""

    name: str
    program: Sequence[str]
    model: pathlib.Path
    libraries: Sequence[str] = ()


def _export_all(
    model: torch.nn.Module, inputs: tuple, hosts: Mapping[str, Sequence[str]], files: pathlib.Path
) -> list[_Start]:
    """Exports the model for each contender."""
    numpy.save(files / "input.npy", inputs[0].numpy())
    exports = {_XNNPACK: _export_to_xnnpack, _FUSED: _export_fused}
    starts = []
    for name, (program, *libraries) in hosts.items():
        kind = name.partition("-")[0]
        path = files / f"{kind if kind in exports else 'model'}.pte"
        if not path.exists():
            exports.get(kind, _export)(model, inputs, path)
        starts.append(_Start(name, [program], path, libraries))
    if importlib.util.find_spec(_ONNX_RUNTIME):
        path = files / "model.onnx"
        _export_to_onnx(model, inputs, path)
        starts.append(_Start(_ONNX_RUNTIME, [sys.executable, "-m", "kernel_benchmark.onnx_host"], path))
    return starts


def _is_close(output: torch.Tensor, expected: torch.Tensor, name: str) -> bool:
    if name.endswith("int8"):
        # The output has 8 bits: each layer may round to the next number.
        step = float(expected.abs().max()) / 127
        return torch.allclose(output, expected, rtol=0, atol=2.01 * step)
    return is_close(output, expected)


def _model(name: str) -> tuple[torch.nn.Module, tuple]:
    sys.path.insert(0, str(ROOT / "examples" / "models"))
    import export_models as models

    torch.manual_seed(0)
    kind, size, *dtypes = name.split()
    if kind == "transformer":
        length, width = map(int, size.split("x"))
        small = {} if width == 32 else {"tokens": 1000, "hidden": 4 * width, "layers": 4}
        model = models.Transformer(length=length, width=width, **small)
        return model.eval(), (torch.randint(1, 64, (1, length)),)
    if kind == "mobilenet_v2":
        full = {} if size == "32" else {"blocks": MOBILENET_V2, "first": 32, "last": 1280, "classes": 1000}
        model = models.MobileNetV2(**full)
    else:
        model = {"mobilenet_v3_small": MobileNetV3Small, "resnet18": ResNet18}[kind]()
    model, image = models.warmed_up(model).eval(), (torch.randn(1, 3, int(size), int(size)),)
    return (_quantized(model, image) if dtypes else model), image


def _quantized(model: torch.nn.Module, inputs: tuple) -> torch.nn.Module:
    """The model with weights of 8 bits for each channel, and activations of 8 bits between operators."""
    from executorch.backends.xnnpack.quantizer import xnnpack_quantizer
    from torch.export import export
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

    quantizer = xnnpack_quantizer.XNNPACKQuantizer()
    quantizer.set_global(xnnpack_quantizer.get_symmetric_quantization_config(is_per_channel=True))
    prepared = prepare_pt2e(export(model, inputs).module(), quantizer)
    prepared(*inputs)
    return convert_pt2e(prepared)


def _export_fused(model: torch.nn.Module, inputs: tuple, path: pathlib.Path) -> None:
    _export(model, inputs, path, fuses=True)


def _export(model: torch.nn.Module, inputs: tuple, path: pathlib.Path, fuses: bool = False) -> None:
    import executorch.kernels.quantized  # noqa: F401 - the outs of quantized operators
    from executorch.exir import EdgeCompileConfig, to_edge
    from torch.export import export

    # The check knows no operators but ATen's.
    config = EdgeCompileConfig(_check_ir_validity=False)
    edge = to_edge(export(model, inputs), compile_config=config)
    path.write_bytes((fuse(edge) if fuses else edge).to_executorch().buffer)


def _export_to_xnnpack(model: torch.nn.Module, inputs: tuple, path: pathlib.Path) -> None:
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
    from executorch.exir import to_edge_transform_and_lower
    from torch.export import export

    lowered = to_edge_transform_and_lower(export(model, inputs), partitioner=[XnnpackPartitioner()])
    path.write_bytes(lowered.to_executorch().buffer)


def _export_to_onnx(model: torch.nn.Module, inputs: tuple, path: pathlib.Path) -> None:
    # It warns of each operator of torchvision that it cannot register.
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(model, inputs, dynamo=True, verbose=False).save(str(path))
