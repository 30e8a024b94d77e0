"""A process that calls kernels: `kernel_host` with the kernels under test. kernel_host.cpp implements it."""

from __future__ import annotations

import contextlib
import dataclasses
import select
import struct
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from typing import IO

from kernel_testing.tensors import Tensor, size_of

STATIC, DYNAMIC_BOUND = 0, 1

_NONE, _TENSOR, _INT, _DOUBLE, _BOOL, _STRING = range(6)
_INTS, _DOUBLES, _BOOLS, _TENSORS, _OPTIONAL_TENSORS = range(6, 11)

# The tag of a list whose elements do not determine it: the list is empty, or has an optional type but no
# None.
_TAGS = {"Tensor[]": _TENSORS, "Tensor?[]": _OPTIONAL_TENSORS, "float[]": _DOUBLES, "bool[]": _BOOLS}


class HostError(RuntimeError):
    """The kernel did not return. The process is restarted for the next call."""


class CrashedError(HostError):
    """The kernel ended its process."""


class HungError(HostError):
    """The kernel did not return in time."""


@dataclasses.dataclass(frozen=True)
class Out:
    """A tensor that a kernel writes to, with its content before the call."""

    tensor: Tensor
    dynamism: int = STATIC


@dataclasses.dataclass(frozen=True)
class Answer:
    """The outcome of a call.

    Attributes:
      error: the failure that the kernel set on the context (`executorch::runtime::Error`); 0 for none.
      intact: whether the inputs and the bytes around all tensors are unchanged.
      outs: the outs after the call, in the order of the arguments.
      found: whether there is a kernel for the call.
    """

    error: int
    intact: bool
    outs: list
    found: bool = True


class Process:
    """Calls kernels in their own process, so that a crash of a kernel can be reported and does not end the
    tests.
    """

    def __init__(self, command: Sequence[str], timeout: float = 60):
        self._command = list(command)
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process

    def call(self, op: str, values: Sequence[object], types: Sequence[str] | None = None) -> Answer:
        """Calls the kernel of an operator.

        Args:
          op: the operator, such as `aten::add.out`.
          values: the arguments in schema order; outs are `Out`s.
          types: their types in the schema (`Tensor?[]`), which distinguish lists with equal values.

        Raises:
          HostError: the kernel did not return.
        """
        outs: list[Out] = []
        types = types or [""] * len(values)
        message = _text(op) + struct.pack("<H", len(values))
        message += b"".join(_value(value, type_, outs) for value, type_ in zip(values, types, strict=True))
        return _parse_answer(self._exchange(message), outs)

    def again(self, times: int) -> float:
        """Repeats the last call `times` times; returns the total seconds.

        Raises:
          HostError: the kernel did not return.
        """
        message = _text("again") + struct.pack("<H", 1) + _value(times, "", [])
        return struct.unpack("<d", self._exchange(message))[0]

    def _exchange(self, message: bytes) -> bytes:
        """Sends a message; returns the answer."""
        process = self._start()
        stdin, stdout = _pipes(process)
        try:
            stdin.write(struct.pack("<I", len(message)) + message)
            stdin.flush()
            if not select.select([stdout], [], [], self._timeout)[0]:
                raise HungError(f"did not return within {self._timeout:g} s")
            return _read(process, struct.unpack("<I", _read(process, 4))[0])
        except HungError:
            self.close()
            raise
        except (OSError, CrashedError) as error:
            process.wait()
            why = f"{error}{self._last_words()}"
            self.close()
            raise CrashedError(why) from None

    @property
    def pid(self) -> int:
        """The id of the process, which is started if it is not running."""
        return self._start().pid

    def check(self) -> str:
        """The reason why the process cannot call kernels; empty if it can."""
        try:
            self.call("no::such_operator", [])
        except OSError as error:
            return str(error.strerror)
        except HostError as error:
            return str(error)
        return ""

    def close(self) -> int | None:
        """Ends the process; returns its exit status."""
        if self._process is None:
            return None
        self._process.kill()
        status = self._process.wait()
        for pipe in _pipes(self._process):
            with contextlib.suppress(OSError):  # unwritten data is lost with the process
                pipe.close()
        self._process = None
        return status

    def _start(self) -> subprocess.Popen[bytes]:
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
        """The last messages of the process about a sanitizer's finding or an abort."""
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").splitlines()
        told = [line for line in lines if "runtime error" in line or "ERROR" in line or line.startswith("F ")]
        return "".join(f"\n  {line}" for line in told[-3:])

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to and from the process."""
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _read(process: subprocess.Popen[bytes], size: int) -> bytes:
    data = _pipes(process)[1].read(size)
    if len(data) < size:
        raise CrashedError(f"the kernel ended its process with status {process.wait()}")
    return data


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def _value(value: object, type_: str, outs: list[Out]) -> bytes:
    """A value as its tag and payload."""
    if value is None:
        return bytes([_NONE])
    if isinstance(value, Out | Tensor):
        return bytes([_TENSOR]) + _tensor(value, outs)
    if isinstance(value, bool):
        return struct.pack("<BB", _BOOL, value)
    if isinstance(value, int):
        return struct.pack("<Bq", _INT, value)
    if isinstance(value, float):
        return struct.pack("<Bd", _DOUBLE, value)
    if isinstance(value, str):
        return bytes([_STRING]) + _text(value)
    if not isinstance(value, Iterable):
        raise TypeError(f"no kernel takes a {type(value).__name__}")
    return _list(list(value), type_.removesuffix("?"), outs)


def _list(items: list, type_: str, outs: list[Out]) -> bytes:
    tag = _TAGS.get(type_) or _tag_of(items)
    head = struct.pack("<BI", tag, len(items))
    if tag == _TENSORS:
        return head + b"".join(_tensor(item, outs) for item in items)
    if tag == _OPTIONAL_TENSORS:
        return head + b"".join(b"\x00" if item is None else b"\x01" + _tensor(item, outs) for item in items)
    if tag == _DOUBLES:
        return head + struct.pack(f"<{len(items)}d", *items)
    return head + (bytes(items) if tag == _BOOLS else struct.pack(f"<{len(items)}q", *items))


def _tag_of(items: list) -> int:
    if any(isinstance(item, Out | Tensor) for item in items):
        return _OPTIONAL_TENSORS if None in items else _TENSORS
    if any(isinstance(item, float) for item in items):
        return _DOUBLES
    return _BOOLS if items and isinstance(items[0], bool) else _INTS


def _tensor(value: Out | Tensor, outs: list[Out]) -> bytes:
    is_out, dynamism = isinstance(value, Out), STATIC
    if isinstance(value, Out):
        outs.append(value)
        dynamism = value.dynamism
    tensor = value.tensor if isinstance(value, Out) else value
    rank = len(tensor.shape)
    head = struct.pack("<BBBB", is_out, tensor.dtype, dynamism, rank)
    return head + struct.pack(f"<{rank}i", *tensor.shape) + bytes(tensor.order) + tensor.data


def _parse_answer(data: bytes, outs: list[Out]) -> Answer:
    found, error, intact = struct.unpack_from("<BIB", data)
    at = 6
    tensors = []
    for out in outs:
        rank = data[at]
        shape = struct.unpack_from(f"<{rank}i", data, at + 1)
        at += 1 + 4 * rank
        size = size_of(out.tensor.dtype)
        for length in shape:
            size *= length
        tensors.append(Tensor(out.tensor.dtype, shape, out.tensor.order, data[at : at + size]))
        at += size
    return Answer(error, bool(intact), tensors, bool(found))
