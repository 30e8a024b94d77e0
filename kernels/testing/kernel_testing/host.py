"""A process that calls kernels: `kernel_host`, linked with the kernels under test."""

from __future__ import annotations

import dataclasses
import select
import struct
import subprocess
import tempfile
from collections.abc import Sequence

import torch

# torch dtypes by the runtime's number; those that a .pte can hold.
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

# Complex ones, which are only made and read by the operators that transform.
COMPLEX = {torch.complex32: 8, torch.complex64: 9, torch.complex128: 10}

STATIC, DYNAMIC_BOUND = 0, 1


class HostError(RuntimeError):
    """The process crashed or did not answer in time. It is started anew for the next call."""


class OptionalTensors(list):
    """A list of tensors some of which may be None, even if none is."""


@dataclasses.dataclass
class Out:
    """A tensor that a kernel writes to, with what it holds before the call."""

    tensor: torch.Tensor
    dynamism: int = STATIC


@dataclasses.dataclass
class Answer:
    """What came of a call.

    Attributes:
      error: the failure that the kernel set on the context (`executorch::runtime::Error`); 0 for none.
      intact: whether the inputs and the bytes around all tensors are as they were.
      outs: the outs after the call, in the order of the arguments.
    """

    error: int
    intact: bool
    outs: list[torch.Tensor]


def dim_order(tensor: torch.Tensor) -> tuple[int, ...]:
    """The dimensions from the outermost to the innermost in memory; ambiguous ones in their own order."""
    return tensor.dim_order() if tensor.dim() else ()


class Host:
    """Calls kernels in a process of their own, so that a crash of theirs is an answer and not the end."""

    def __init__(self, command: Sequence[str], timeout: float = 60):
        self._command = list(command)
        self._timeout = timeout
        self._process: subprocess.Popen | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the host

    def call(self, op: str, values: Sequence[object]) -> Answer:
        """Calls the kernel of an operator with values in schema order.

        Raises:
          HostError: the kernel did not return.
        """
        outs: list[Out] = []
        message = _text(op) + struct.pack("<H", len(values))
        message += b"".join(_value(value, outs) for value in values)
        process = self._start()
        try:
            process.stdin.write(struct.pack("<I", len(message)) + message)
            process.stdin.flush()
            if not select.select([process.stdout], [], [], self._timeout)[0]:
                raise HostError(f"{op} did not return within {self._timeout} s")
            answer = process.stdout.read(struct.unpack("<I", self._read(4))[0])
        except (OSError, HostError, struct.error) as error:
            self.close()
            raise HostError(f"{op}: {error}{self._last_words()}") from None
        return _parse_answer(answer, outs)

    def close(self) -> int | None:
        """Ends the process; returns how it ended."""
        if self._process is None:
            return None
        self._process.kill()
        status = self._process.wait()
        self._process = None
        return status

    def _start(self) -> subprocess.Popen:
        if self._process is None:
            self._log.seek(0)
            self._log.truncate()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=1 << 20,
            )
        return self._process

    def _last_words(self) -> str:
        """What the process said of a sanitizer's finding or an abort."""
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").splitlines()
        told = [line for line in lines if "runtime error" in line or "ERROR" in line or line.startswith("F ")]
        return "".join(f"\n  {line}" for line in told[-3:])

    def _read(self, size: int) -> bytes:
        data = self._process.stdout.read(size)
        if len(data) < size:
            raise HostError(f"the kernel ended its process with status {self._process.wait()}")
        return data

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def _value(value: object, outs: list[Out]) -> bytes:
    """A value as its tag and payload."""
    if value is None:
        return b"\x00"
    if isinstance(value, Out):
        outs.append(value)
        return b"\x01" + _tensor(value.tensor, value)
    if isinstance(value, torch.Tensor):
        return b"\x01" + _tensor(value)
    if isinstance(value, bool):
        return struct.pack("<BB", 4, value)
    if isinstance(value, int):
        return struct.pack("<Bq", 2, value)
    if isinstance(value, float):
        return struct.pack("<Bd", 3, value)
    if isinstance(value, str):
        return b"\x05" + _text(value)
    return _list(value, outs)


def _list(items: Sequence, outs: list[Out]) -> bytes:
    count = struct.pack("<I", len(items))
    if isinstance(items, OptionalTensors):
        tensors = (b"\x00" if item is None else b"\x01" + _tensor(item) for item in items)
        return b"\x0a" + count + b"".join(tensors)
    if any(isinstance(item, Out | torch.Tensor) for item in items):
        # The payload of a tensor is what follows its tag.
        return b"\x09" + count + b"".join(_value(item, outs)[1:] for item in items)
    if any(isinstance(item, float) for item in items):
        return b"\x07" + count + struct.pack(f"<{len(items)}d", *items)
    if items and isinstance(items[0], bool):
        return b"\x08" + count + bytes(items)
    return b"\x06" + count + struct.pack(f"<{len(items)}q", *items)


def _tensor(tensor: torch.Tensor, out: Out | None = None) -> bytes:
    order = dim_order(tensor)
    rank = len(order)
    dtype = (DTYPES | COMPLEX)[tensor.dtype]
    head = struct.pack("<BBBB", out is not None, dtype, out.dynamism if out else STATIC, rank)
    head += struct.pack(f"<{rank}i", *tensor.shape) + bytes(order)
    return head + to_bytes(tensor)


def to_bytes(tensor: torch.Tensor) -> bytes:
    """The tensor's elements in the order of its memory."""
    in_memory = tensor.detach().resolve_conj().permute(dim_order(tensor))
    flat = in_memory.clone(memory_format=torch.contiguous_format).flatten()
    return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def _parse_answer(data: bytes, outs: list[Out]) -> Answer:
    error, intact = struct.unpack_from("<IB", data)
    at = 5
    tensors = []
    for out in outs:
        rank = data[at]
        sizes = struct.unpack_from(f"<{rank}i", data, at + 1)
        at += 1 + 4 * rank
        order = dim_order(out.tensor)
        in_memory = torch.empty([sizes[d] for d in order], dtype=out.tensor.dtype)
        size = in_memory.numel() * in_memory.element_size()
        if size:
            in_memory = torch.frombuffer(bytearray(data[at : at + size]), dtype=out.tensor.dtype)
            in_memory = in_memory.reshape([sizes[d] for d in order])
        at += size
        back = [order.index(d) for d in range(rank)]
        tensors.append(in_memory.permute(back))
    return Answer(error, bool(intact), tensors)
