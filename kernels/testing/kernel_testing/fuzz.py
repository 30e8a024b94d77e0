"""The command line of a fuzzer: `python -m kernel_testing.fuzz FLAGS`.

Draws calls with arbitrary shapes of every operator, and compares kernels with PyTorch: results, refusals, and
reads and writes outside a tensor. Each round has a seed. Each finding is printed with the flags that repeat
it. Exit status: 0 if nothing is wrong, 1 if something is, 2 if the input is wrong.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures.process
import contextlib
import dataclasses
import importlib.util
import itertools
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence

from etgen import functions_yaml
from etgen.dtypes import DType
from etgen.errors import Location, UserError, input_error
from etgen.progress import Progress
from etgen.schema import Schema

from kernel_testing import report, sources
from kernel_testing.cli import Parser, chosen, this_program
from kernel_testing.process import Process
from kernel_testing.run import MISSING, PASSED, REJECTED, Result, run
from kernel_testing.shapes import Any, Large, Shapes, Thin
from kernel_testing.suite import References

# Calls of an operator and dtype in a round. The weights that a drawer has learned are lost after the round.
_MOST = 8
_WRONG = 8  # one call in _WRONG is also made in wrong variants
_LARGE, _MOST_LARGE = 16, 3  # one round in _LARGE makes _MOST_LARGE calls of large tensors
_THIN = 16  # one round in _THIN makes calls of tensors with many sizes of 1
_DTYPES = (
    *[DType.Float] * 4,
    *(DType.Double, DType.Half, DType.BFloat16, DType.Long, DType.Int, DType.Byte, DType.Bool, DType.Char),
    DType.Short,
)
_SHAPES: dict[str, Shapes] = {"any": Any(), "large": Large(), "thin": Thin()}


@dataclasses.dataclass(frozen=True)
class Library:
    """Kernels under test: the program that contains them, and the operators that a yaml file lists."""

    name: str
    host: str
    yaml: str
    schemas: dict[str, Schema]
    environment: tuple[str, ...] = ()  # environment variables of the program, such as KERNEL_HOST_SIMD=SSE2

    @property
    def command(self) -> list[str]:
        return ["env", *self.environment, os.path.abspath(self.host)]


@dataclasses.dataclass
class Found:
    """The outcome of some calls: the number of passed calls of each operator, and the failures."""

    passed: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    wrong: list[str] = dataclasses.field(default_factory=list)


def fuzz(libraries: Sequence[Library], ops: Sequence[str], seed: int) -> Found:
    """Runs one round: calls of each operator for one dtype, which changes from round to round."""
    found = Found()
    with contextlib.ExitStack() as started:
        references = started.enter_context(contextlib.closing(References([], with_torch=True)))
        hosts = [
            (library, started.enter_context(Process(library.command, timeout=10))) for library in libraries
        ]
        for op in ops:
            schema = next(library.schemas[op] for library in libraries if op in library.schemas)
            for sample in _calls(schema, references, seed):
                for library, host in hosts:
                    if op in library.schemas:
                        _note(found, library, run(host, sample), seed)
    return found


def _calls(schema: Schema, references: References, seed: int) -> Iterator:
    """The calls of a round; an operator that does not support its dtype is called with another one."""
    if not references.has(schema):
        return
    dtypes = (_DTYPES[seed % len(_DTYPES)], DType.Float, DType.Long, DType.Bool, DType.Char)
    for dtype in dict.fromkeys(dtypes):
        plan = sources.Plan([dtype], _most(seed), seed, _WRONG, _SHAPES[_kind(seed)])
        calls = sources.drawn(schema, dtype, references, plan)
        yield from sources.with_variants(calls, references, plan)
        if calls:
            return


def _kind(seed: int) -> str:
    """The shapes of a round."""
    if seed % _LARGE == _LARGE - 1:
        return "large"
    return "thin" if seed % _THIN == _THIN // 2 else "any"


def _most(seed: int) -> int:
    return _MOST_LARGE if _kind(seed) == "large" else _MOST


def _note(found: Found, library: Library, result: Result, seed: int) -> None:
    if result.outcome in (PASSED, REJECTED):
        found.passed[library.name, result.sample.op] += 1
    elif result.outcome != MISSING:
        found.wrong.append(
            f"{library.name}: " + report.details([result], again(library, result, seed)).strip()
        )


def again(library: Library, result: Result, seed: int) -> list[str]:
    """The command that repeats calls of a round, without the case."""
    sample = result.sample
    kernels = ["--functions-yaml", library.yaml, "--host", library.host]
    shapes = f"--{_kind(seed)}-shapes"
    calls = ["--op", sample.op, "--dtypes", sample.dtype.name, shapes, "--opinfo", "0"]
    drawn = ["--seed", str(seed), "--most", str(_most(seed)), "--wrong", str(_WRONG)]
    return [*this_program(library.environment), *kernels, *calls, *drawn]


def rounds(libraries: Sequence[Library], ops: Sequence[str], first: int, workers: int) -> Iterator[Found]:
    """Runs rounds without end, some of them in parallel, each in its own process."""
    spawn = multiprocessing.get_context("spawn")  # PyTorch's threads do not survive a fork
    pool = concurrent.futures.ProcessPoolExecutor(workers, spawn, initializer=_end_with_parent)
    try:
        # In the order in which they end: rounds with large tensors take much longer than others.
        seeds = itertools.count(first)
        running = {pool.submit(fuzz, libraries, ops, next(seeds)) for _ in range(2 * workers)}
        while True:
            ended, running = concurrent.futures.wait(running, return_when="FIRST_COMPLETED")
            try:
                running |= {pool.submit(fuzz, libraries, ops, next(seeds)) for _ in ended}
                yield from [round_.result() for round_ in ended]
            except concurrent.futures.process.BrokenProcessPool:
                hint = "if memory was short, give fewer --jobs"
                raise input_error("a process of the fuzzer was killed", hint) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Ends this process with its parent, for whose next round it would wait for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def read_library(name: str, host: str, yaml: str) -> Library:
    """The library whose operators the yaml lists. Raises `InputError` if the yaml or program is invalid."""
    entries = functions_yaml.read(yaml)
    aten = [entry for entry in entries if entry.name.namespace == "aten"]
    with Process([os.path.abspath(host)]) as process:
        why = process.check()
    if why:
        raise input_error(f"cannot run kernels: {why}", "give a kernel_host with the kernels", Location(host))
    return Library(name, host, yaml, {str(entry.name): entry.schema for entry in aten})


def operators(libraries: Sequence[Library]) -> frozenset[str]:
    """All operators that a library lists."""
    return frozenset(op for library in libraries for op in library.schemas)


def run_rounds(
    libraries: Sequence[Library],
    ops: Sequence[str],
    seed: int,
    jobs: int,
    calls: int | None = None,
    minutes: float = 0,
) -> Found:
    """Runs rounds until the number of calls or minutes is reached; prints findings."""
    total, started, progress = Found(), time.monotonic(), Progress()
    for found in rounds(libraries, ops, seed, jobs):
        total.passed += found.passed
        for wrong in found.wrong:
            progress.end()
            print(wrong, flush=True)
        total.wrong += found.wrong
        count, elapsed = sum(total.passed.values()) + len(total.wrong), (time.monotonic() - started) / 60
        goal = f"{calls:,} calls" if calls else f"{minutes:g} min"
        progress.part(f"{count:,} calls in {elapsed:.1f} min of {goal}, {len(total.wrong)} wrong")
        if count >= calls if calls else elapsed >= minutes:
            break
    progress.end()
    return total


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="kernel_testing.fuzz",
        description="Calls kernels with tensors of any shape, and PyTorch's operators with them.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    what = "a name, a kernel_host with the kernels, and the yaml file that lists them; may be repeated"
    names = ("NAME", "PROGRAM", "YAML")
    add("--library", action="append", nargs=3, required=True, metavar=names, help=what)
    named = "only this operator, or all overloads of `add`; may be repeated"
    add("--op", action="append", default=[], metavar="OP", help=named)
    add("--seed", type=int, default=0, help="the first round (%(default)s)")
    add("--minutes", type=float, default=10, help="how long to run (%(default)s)")
    add("--calls", type=int, help="or until this number of calls")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="rounds at a time (%(default)s)")
    return parser


def main(argv: Sequence[str]) -> int:
    """Runs the command; returns its exit status."""
    args = _parser().parse_args(argv)
    try:
        if importlib.util.find_spec("torch") is None:
            raise input_error("PyTorch is not installed", "results are compared with it: pip install torch")
        libraries = [read_library(*given) for given in args.library]
        ops = chosen(operators(libraries), args.op)
        total = run_rounds(libraries, ops, args.seed, args.jobs, args.calls, args.minutes)
    except UserError as problems:
        print(problems, file=sys.stderr)
        return problems.exit_status
    print(f"{sum(total.passed.values())} calls are right, {len(total.wrong)} are wrong")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
