"""Converts PyTorch's tensors for kernels and back: `Host` is a `Process` that accepts and returns them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import torch
from etgen import opset
from etgen.dtypes import DType
from etgen.schema import parse_op_name

from kernel_testing.process import DYNAMIC_BOUND, STATIC, Answer, HostError, Process
from kernel_testing.process import Out as PlainOut
from kernel_testing.tensors import Tensor

__all__ = [
    "DTYPES",
    "DYNAMIC_BOUND",
    "STATIC",
    "Answer",
    "Host",
    "HostError",
    "Out",
]

# The runtime's dtype numbers by torch dtype, for dtypes that a .pte can contain.
DTYPES = {
    torch.uint8: 0,
    torch.int8: 1,
    torch.int16: 2,
    torch.int32: 3,
    torch.int64: 4,
    torch.float16: 5,
    torch.float32: 6,
    torch.float64: 7,
    torch.bool: 11,
    torch.bfloat16: 15,
    torch.uint16: 27,
    torch.uint32: 28,
    torch.uint64: 29,
}

# Complex dtypes. Only Fourier transforms and related operators create and read them.
COMPLEX = {torch.complex32: 8, torch.complex64: 9, torch.complex128: 10}

TORCH_DTYPES = {DType(number): dtype for dtype, number in (DTYPES | COMPLEX).items()}


def seed(number: int = 0) -> None:
    """Seeds PyTorch's random numbers of the CPU.

    In a test, torch.manual_seed takes 300 µs: it records the stack once for each kind of device to be seeded.
    """
    torch.default_generator.manual_seed(number)


@dataclasses.dataclass
class Out:
    """A tensor that a kernel writes to, with its content before the call."""

    tensor: torch.Tensor
    dynamism: int = STATIC


class OptionalTensors(list):
    """A list of tensors some of which may be None, even if none is."""


class Host:
    """Calls kernels with PyTorch's tensors; see `Process`."""

    def __init__(self, command: Sequence[str], timeout: float = 60):
        self.process = Process(command, timeout)
        self.close = self.process.close

    def call(self, op: str, values: Sequence[object]) -> Answer:
        """Calls the kernel of an operator with values in schema order; the answer has PyTorch's tensors.

        Raises:
          HostError: the kernel did not return.
        """
        schema = opset.aten_schema(parse_op_name(op))
        types = [argument.type.plain for argument in schema.arguments] if schema else None
        answer = self.process.call(op, [plain(value) for value in values], types)
        return dataclasses.replace(answer, outs=[to_torch(out) for out in answer.outs])

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def plain(value: object) -> object:
    """A value with PyTorch's tensors converted to plain ones, also inside lists."""
    if isinstance(value, torch.Tensor):
        return from_torch(value)
    if isinstance(value, Out):
        return PlainOut(from_torch(value.tensor), value.dynamism)
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def dim_order(tensor: torch.Tensor) -> tuple[int, ...]:
    """The dimensions from the outermost to the innermost in memory; ambiguous dimensions keep their order."""
    return tensor.dim_order() if tensor.dim() else ()


def from_torch(tensor: torch.Tensor, order: tuple[int, ...] | None = None) -> Tensor:
    """A plain tensor with the same content, in the tensor's own dim order or the one given."""
    order = dim_order(tensor) if order is None else order
    flat = (
        tensor.detach().resolve_conj().permute(order).flatten().clone(memory_format=torch.contiguous_format)
    )
    data = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
    return Tensor(DType((DTYPES | COMPLEX)[tensor.dtype]), tuple(tensor.shape), tuple(order), data)


def to_torch(tensor: Tensor) -> torch.Tensor:
    """A PyTorch tensor with the same content and the same memory layout."""
    sizes = [tensor.shape[d] for d in tensor.order]
    dtype = TORCH_DTYPES[tensor.dtype]
    if tensor.data:
        in_memory = torch.frombuffer(bytearray(tensor.data), dtype=dtype).reshape(sizes)
    else:
        in_memory = torch.empty(sizes, dtype=dtype)
    return in_memory.permute([tensor.order.index(d) for d in range(len(sizes))])


def to_bytes(tensor: torch.Tensor) -> bytes:
    """The tensor's elements in memory order."""
    return from_torch(tensor).data
