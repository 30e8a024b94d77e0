"""Contenders: implementations that are timed. A contender prepares a call, and then repeats it."""

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

# An environment variable of kernel_host and model_host.
_THREADS = "KERNEL_HOST_THREADS"
# Tensors are laid out in memory as in apps.
_NO_GUARD_PAGES = "KERNEL_HOST_GUARD_PAGES=0"


class Timed(Protocol):
    """Repeats an action a given number of times."""

    name: str

    def seconds(self, times: int) -> float:
        """Repeats the action `times` times; returns the total seconds."""

    def process(self) -> int:
        """The id of the process that has its threads."""


class Contender(Timed, Protocol):
    """One implementation of all operators."""

    def prepare(self, case: Case, arguments: list, outs: list[torch.Tensor]) -> list[torch.Tensor] | None:
        """Makes the call once; returns the outs, or None if there is no kernel for it."""


class Kernels:
    """Kernels of a registry, in their own process."""

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
        """Uses this call."""
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
    """A program that reads the number of repetitions, repeats its action, and prints the seconds."""

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
        """The next line that it prints."""
        return self._output.readline()

    def answer(self, line: str) -> str:
        """What it prints when it has read a line."""
        self._input.write(f"{line}\n")
        self._input.flush()
        return self.line()

    def seconds(self, times: int) -> float:
        return float(self.answer(str(times)))

    def process(self) -> int:
        return self._process.pid

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class WheelOperators(Program):
    """The wheel's operators that are registered with PyTorch, but not with a registry of kernels."""

    def __init__(self, threads: int):
        # With OMP_PROC_BIND, all threads of the pool would inherit the processor of the thread that imports
        # PyTorch.
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
            return [torch.load(file.name)] if self.answer(f"call {file.name}") == "made\n" else None


class Peak(Program):
    """The peak performance of the machine.

    Attributes:
      bytes: the bytes per second that a thread reads from memory.
      flops: the floating-point operations of a single action.
    """

    def __init__(self, program: str, threads: int):
        super().__init__("peak", [program, str(threads)], threads)
        self.bytes, self.flops = map(float, self.line().split())


def threads_of_machine() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0))


def settle(contenders: Sequence[Timed], most: float = 0.2) -> None:
    """Waits until none of their threads runs: threads of a pool wait actively for work long after a call, and
    would take processors from the next contender.

    Args:
      contenders: all contenders.
      most: the maximum seconds to wait.
    """
    deadline = time.monotonic() + most
    while any(map(_is_busy, contenders)) and time.monotonic() < deadline:
        time.sleep(0.001)


def _is_busy(contender: Timed) -> bool:
    process = contender.process()
    own = pathlib.Path(f"/proc/{os.getpid()}/task/{os.getpid()}")
    for thread in pathlib.Path(f"/proc/{process}/task").glob("*"):
        with contextlib.suppress(OSError):  # the thread has ended
            state = (thread / "stat").read_text().rpartition(")")[2].split()[0]
            if state == "R" and thread != own:
                return True
    return False
