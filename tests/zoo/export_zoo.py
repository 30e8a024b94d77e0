"""Exports the models of the zoo: programs, inputs, and the outputs of eager PyTorch.

    python tests/zoo/export_zoo.py [NAME...]

Writes `programs/<name>.pte`, `.input<i>.npy` and `.output<i>.npy`. Weights and inputs are random; the name is
their seed, so that a model exported alone equals the model exported with all others. requirements.txt lists
the packages, README.md explains how to install them. The files are committed, so nothing else needs these
packages.
"""

import dataclasses
import importlib
import inspect
import pathlib
import sys
import traceback
import zlib

import executorch.kernels.quantized  # noqa: F401 - the outs of quantized operators
import numpy
import torch
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge_transform_and_lower
from executorch.exir.passes.init_mutable_pass import InitializedMutableBufferPass
from torch.export import Dim, export

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "tools"))

from etgen.progress import Progress  # noqa: E402 - found by the line above

PROGRAMS = HERE / "programs"
MODULES = ["torchvision_models", "timm_models", "language", "audio", "others"]

# The maximum size of a program: the zoo is meant for variety.
MOST_BYTES = 300 * 1024


@dataclasses.dataclass(frozen=True)
class Variant:
    """How a model is exported.

    Attributes:
      dtype: the dtype of its weights and floating-point inputs.
      channels_last: whether images and convolutions are channels-last in memory.
      dynamic: the dynamic dimensions of the first input, by index.
      int8: whether it is quantized by PT2E, with XNNPACK's quantizer, and computed by kernels.
      xnnpack: whether the supported parts are delegated to XNNPACK.
    """

    dtype: torch.dtype = torch.float32
    channels_last: bool = False
    dynamic: dict[int, Dim] = dataclasses.field(default_factory=dict)
    int8: bool = False
    xnnpack: bool = False


def prepared(module: torch.nn.Module, inputs: tuple, variant: Variant) -> tuple[torch.nn.Module, tuple]:
    module = module.eval().requires_grad_(False).to(variant.dtype)
    inputs = tuple(
        value.to(variant.dtype) if isinstance(value, torch.Tensor) and value.is_floating_point() else value
        for value in inputs
    )
    if variant.channels_last:
        module = module.to(memory_format=torch.channels_last)
        inputs = tuple(
            value.to(memory_format=torch.channels_last) if value.dim() == 4 else value for value in inputs
        )
    return module, inputs


def quantized(module: torch.nn.Module, inputs: tuple) -> torch.nn.Module:
    from executorch.backends.xnnpack.quantizer import xnnpack_quantizer
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

    quantizer = xnnpack_quantizer.XNNPACKQuantizer()
    quantizer.set_global(xnnpack_quantizer.get_symmetric_quantization_config(is_per_channel=True))
    observed = prepare_pt2e(export(module, inputs).module(), quantizer)
    observed(*inputs)
    return convert_pt2e(observed)


def shapes(module: torch.nn.Module, inputs: tuple, variant: Variant) -> tuple | None:
    if not variant.dynamic:
        return None
    dims = (variant.dynamic, *[None] * (len(inputs) - 1))
    parameters = inspect.signature(module.forward).parameters.values()
    # All inputs of forward(*inputs) are one argument.
    return (dims,) if any(p.kind == p.VAR_POSITIONAL for p in parameters) else dims


def tensors(values) -> list[torch.Tensor]:
    """The tensors in the inputs or outputs of a model, in the order in which a program has them."""
    leaves = torch.utils._pytree.tree_leaves(values)
    return [value.detach() for value in leaves if isinstance(value, torch.Tensor)]


def save(name: str, make, variant: Variant) -> None:
    torch.manual_seed(zlib.crc32(name.encode()))
    module, inputs = prepared(*make(), variant)
    if variant.int8:
        module = quantized(module, inputs)
    program = export(module, inputs, dynamic_shapes=shapes(module, inputs, variant), strict=False)
    partitioners = []
    if variant.xnnpack:
        from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner

        partitioners = [XnnpackPartitioner()]
    config = EdgeCompileConfig(_check_ir_validity=False)
    edge = to_edge_transform_and_lower(program, partitioner=partitioners, compile_config=config)
    # Without the pass, a program lacks the initial state of its buffers.
    keep_state = ExecutorchBackendConfig(passes=[InitializedMutableBufferPass(["cache_"])])
    data = edge.to_executorch(keep_state).buffer
    if len(data) > MOST_BYTES:
        raise ValueError(f"{len(data)} bytes, of which there may be {MOST_BYTES}")
    with torch.no_grad():
        outputs = module(*inputs)
    for file in PROGRAMS.glob(f"{name}.*"):
        file.unlink()
    (PROGRAMS / f"{name}.pte").write_bytes(data)
    for kind, values in ("input", tensors(inputs)), ("output", tensors(outputs)):
        for i, value in enumerate(values):
            array = value.float() if value.dtype == torch.bfloat16 else value
            numpy.save(PROGRAMS / f"{name}.{kind}{i}.npy", numpy.ascontiguousarray(array.numpy()))


def main(names: list[str]) -> int:
    PROGRAMS.mkdir(exist_ok=True)
    models = {}
    for module in MODULES:
        models |= importlib.import_module(f"architectures.{module}").MODELS
    chosen = {name: model for name, model in models.items() if not names or name in names}
    failed, progress = 0, Progress(len(chosen))
    for name, (make, options) in chosen.items():
        progress.step(f"exporting {name}")
        try:
            save(name, make, Variant(**options))
            print(f"{name}: {(PROGRAMS / f'{name}.pte').stat().st_size} bytes", flush=True)
        except Exception:
            traceback.print_exc()
            print(f"{name}: not exported", flush=True)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    sys.exit(main(sys.argv[1:]))
