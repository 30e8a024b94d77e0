"""Who is timed. A contender is given a call, and then makes it as often as it is told."""

from __future__ import annotations

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import torch
from etgen import opset
from etgen.schema import parse_op_name
from kernel_testing import host

from kernel_benchmark.cases import Case

# Read by kernel_host and model_host.
_THREADS = "KERNEL_HOST_THREADS"
# Data lies as apps plan it.
_NO_GUARD_PAGES = "KERNEL_HOST_GUARD_PAGES=0"


class Timed(Protocol):
    """What does the same as often as it is told."""

    name: str

    def seconds(self, times: int) -> float:
        """Does it this many times; returns the seconds that all of them took."""

    def process(self) -> int:
        """The process that its threads are in."""


class Contender(Timed, Protocol):
    """One implementation of all operators."""

    def prepare(self, case: Case, arguments: list, outs: list[torch.Tensor]) -> list[torch.Tensor] | None:
        """Makes the call once; returns the outs, or None if it has no kernel for it."""


class Kernels:
    """Kernels of a registry, in a process of their own."""

    def __init__(self, name: str, command: Sequence[str], threads: int):
        self.name = name
        self._host = host.Host(["env", f"{_THREADS}={threads}", _NO_GUARD_PAGES, *command], timeout=120)

    def prepare(self, case: Case, arguments: list, outs: list[torch.Tensor]) -> list[torch.Tensor] | None:
        targets = [host.Out(out) for out in outs]
        answer = self._host.call(case.op, [*arguments, *([targets] if case.has_list else targets)])
        if not answer.found or answer.error:
            return None
        return answer.outs

    def seconds(self, times: int) -> float:
        return self._host.process.again(times)

    def process(self) -> int:
        return self._host.process.pid

    def close(self) -> None:
        self._host.close()


class Torch:
    """PyTorch in this process."""

    name = "torch"

    def __init__(self, threads: int):
        torch.set_num_threads(threads)
        self._call: Callable[[], object] = tuple

    def prepare(self, case: Case, arguments: list, outs: list[torch.Tensor]) -> list[torch.Tensor] | None:
        if case.copied_to:
            self.prepare_call(lambda: [outs[0].copy_(arguments[0])])
            return [outs[0].copy_(arguments[0])]
        if eager := case.eager:
            self.prepare_call(lambda: eager(*arguments))
            with torch.no_grad():
                return [eager(*arguments)]
        name = parse_op_name(case.op)
        schema = opset.aten_schema(name)
        assert schema, "cases are of operators that PyTorch has"
        packet = getattr(torch.ops.aten, name.base)
        function = getattr(packet, name.overload)
        if case.functional:
            function = _without_outs(packet, function)
        values = list(arguments)
        if not case.functional:
            values += [outs] if case.has_list else outs
        positional, named = [], {}
        for argument, value in zip(schema.arguments, values, strict=False):
            known = next(a for a in function._schema.arguments if a.name == argument.name)
            if known.kwarg_only:
                named[argument.name] = value
            else:
                positional.append(value)
        self.prepare_call(lambda: function(*positional, **named))
        with torch.no_grad():
            result = self._call()
        if case.has_list:
            return outs
        return list(result) if isinstance(result, tuple) else [result]

    def prepare_call(self, call: Callable[[], object]) -> None:
        """Takes a call as it is."""
        self._call = call

    def seconds(self, times: int) -> float:
        call = self._call
        with torch.no_grad():
            start = time.perf_counter()
            for _ in range(times):
                call()
            return time.perf_counter() - start

    def process(self) -> int:
        return os.getpid()

    def close(self) -> None:
        pass


def _without_outs(
    packet: torch._ops.OpOverloadPacket, function: torch._ops.OpOverload
) -> torch._ops.OpOverload:
    """The overload that returns new tensors for the same arguments."""

    def inputs(overload: torch._ops.OpOverload) -> list[tuple[str, str]]:
        return [(each.name, str(each.type)) for each in overload._schema.arguments if not each.is_out]

    overloads = (getattr(packet, name) for name in packet.overloads())
    return next(each for each in overloads if each is not function and inputs(each) == inputs(function))


class Program:
    """A program that reads how often to do what it does, and prints how many seconds that took."""

    def __init__(self, name: str, command: Sequence[str | pathlib.Path], threads: int):
        self.name = name
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, _THREADS: str(threads)},
        )  # fmt: skip
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout

    def line(self) -> str:
        """What it prints next."""
        return self._output.readline()

    def seconds(self, times: int) -> float:
        self._input.write(f"{times}\n")
        self._input.flush()
        return float(self.line())

    def process(self) -> int:
        return self._process.pid

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class WheelOperators(Program):
    """Those operators of the wheel that PyTorch is given, and a registry of kernels is not."""

    def __init__(self, threads: int):
        # Bound to a processor, the thread that imports PyTorch would have those of the pool bound to it too.
        command = ["env", "-u", "OMP_PROC_BIND", sys.executable, "-m", "kernel_benchmark.wheel_operators"]
        command.append(str(threads))
        super().__init__("wheel", command, threads)
        if self.line() != "ready\n":
            raise RuntimeError("the wheel's operators of language models cannot be loaded")

    def prepare(self, case: Case, arguments: list, outs: list[torch.Tensor]) -> list[torch.Tensor] | None:
        if not case.eager:
            return None
        with tempfile.NamedTemporaryFile() as file:
            torch.save((case.op, arguments), file.name)
            self._input.write(f"call {file.name}\n")
            self._input.flush()
            return [torch.load(file.name)] if self.line() == "made\n" else None


class Peak(Program):
    """The most that the machine does.

    Attributes:
      bytes: that a thread reads from memory in a second.
      flops: floating-point operations that it takes its seconds for, done once.
    """

    def __init__(self, program: str, threads: int):
        super().__init__("peak", [program, str(threads)], threads)
        self.bytes, self.flops = map(float, self.line().split())


def threads_of_machine() -> int:
    """The processors that this process may run on."""
    return len(os.sched_getaffinity(0))


def settle(contenders: Sequence[Timed], most: float = 0.2) -> None:
    """Waits until none of their threads runs: those of a pool look out for more work long after a call, and
    would take a processor from whose turn is next.

    Args:
      contenders: all there are.
      most: seconds after which it is given up.
    """
    deadline = time.monotonic() + most
    while any(map(_is_busy, contenders)) and time.monotonic() < deadline:
        time.sleep(0.001)


def _is_busy(contender: Timed) -> bool:
    process = contender.process()
    own = pathlib.Path(f"/proc/{os.getpid()}/task/{os.getpid()}")
    for thread in pathlib.Path(f"/proc/{process}/task").glob("*"):
        with contextlib.suppress(OSError):  # a thread that has ended
            state = (thread / "stat").read_text().rpartition(")")[2].split()[0]
            if state == "R" and thread != own:
                return True
    return False
