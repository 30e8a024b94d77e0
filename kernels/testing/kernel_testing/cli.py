"""The command line: `python -m kernel_testing FLAGS`.

Tests the kernels of a program against a reference, or against recorded samples. Exit status: 0 if the kernels
are right, 1 if they are not, 2 if the input is wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import itertools
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import NoReturn

from etgen import functions_yaml
from etgen.dtypes import SETS, DType, parse_dtype
from etgen.errors import Location, Problem, UserError, did_you_mean, input_error
from etgen.output import OutputFiles
from etgen.progress import Progress
from etgen.schema import Schema

from kernel_testing import report, samples
from kernel_testing.process import Process
from kernel_testing.report import Tally
from kernel_testing.run import run
from kernel_testing.samples import Sample
from kernel_testing.shapes import Any, Large, Thin
from kernel_testing.sources import Plan
from kernel_testing.suite import References, Suite

# The dtypes that a .pte can contain and kernels compute with.
_DTYPES = [dtype.name for dtype in sorted(SETS["Real"])]


class Parser(argparse.ArgumentParser):
    """Reports wrong flags in the format of all other errors."""

    def error(self, message: str) -> NoReturn:
        print(Problem(message, f"see {self.prog} --help"), file=sys.stderr)
        raise SystemExit(2)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="kernel_testing",
        description="Tests kernels: results against a reference, wrong calls, memory, crashes.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    what = "a yaml file with operators to test; may be repeated"
    add("--functions-yaml", action="append", default=[], metavar="FILE", help=what)
    add("--custom-ops-yaml", action="append", default=[], metavar="FILE", help=what)
    named = "only this operator, or all overloads of `add`; may be repeated"
    add("--op", action="append", default=[], metavar="OP", help=named)
    add("--host", metavar="PROGRAM", help="kernel_host, linked with the kernels or with none")
    add("--library", metavar="LIBRARY", help="a shared library with the kernels, for a host that has none")
    add("--against", metavar="LIBRARY", help="run another shared library as well, and show both")
    add("--reference", action="append", default=[], metavar="FILE", help="functions named after operators")
    add("--no-torch", action="store_true", help="do not use PyTorch, even if it is installed")
    add("--samples", action="append", default=[], metavar="FILE", help="replay what was recorded")
    add("--record", metavar="FILE", help="write the samples instead of running them")
    add("--dtypes", metavar="D,D", help="draw only these, and report kernels that refuse them (Float,Half)")
    add("--most", type=int, default=20, help="calls of each operator and dtype to draw (%(default)s)")
    add("--opinfo", type=int, default=2, help="samples of each PyTorch function (%(default)s)")
    add("--wrong", type=int, default=4, help="make wrong calls from one in N calls; 0 for none (%(default)s)")
    what = "draw {} shapes, as the fuzzer does, instead of shapes from a list"
    add("--any-shapes", dest="shapes", action="store_const", const=Any(), help=what.format("any"))
    add("--large-shapes", dest="shapes", action="store_const", const=Large(), help=what.format("large"))
    add("--thin-shapes", dest="shapes", action="store_const", const=Thin(), help=what.format("thin"))
    add("--seed", type=int, default=0, help="the seed of the random numbers (%(default)s)")
    add("--rtol", type=float, help="relative tolerance; the default depends on the dtype")
    add("--atol", type=float, help="absolute tolerance; the default depends on the dtype")
    add(
        "--timeout", type=float, default=20, help="seconds after which a call counts as hanging (%(default)s)"
    )
    add("--case", help="make only this call, and show all of it")
    add("--json", metavar="FILE", help="also write the counts and problems to this file")
    return parser


def main(argv: Sequence[str]) -> int:
    """Runs the command; returns its exit status."""
    args = _parser().parse_args(argv)
    try:
        return _main(args, _command(argv))
    except UserError as problems:
        print(problems, file=sys.stderr)
        return problems.exit_status


def this_program(settings: Sequence[str] = ()) -> list[str]:
    """The command, without flags, that runs this program from the same directory with `settings` in the
    environment.
    """
    if path := os.environ.get("PYTHONPATH"):
        settings = [*settings, f"PYTHONPATH={path}"]
    command = [os.path.relpath(sys.executable), "-m", "kernel_testing"]
    return ["env", *settings, *command] if settings else command


def _command(argv: Sequence[str]) -> list[str]:
    """The command that repeats a single case, without the flag that names the case."""
    if "TEST_TARGET" in os.environ:
        return ["bazel", "run", os.environ["TEST_TARGET"], "--"]
    kept, skip = this_program(), False
    for flag in argv:
        if not skip and flag not in ("--case", "--json"):
            kept.append(flag)
        skip = flag in ("--case", "--json")
    return kept


def _main(args: argparse.Namespace, again: list[str]) -> int:
    tolerance = _tolerance(args)
    if args.record:
        print(f"{samples.save(_samples(args), args.record)} samples in {args.record}")
        return 0
    libraries = [args.library, *([args.against] if args.against else [])]
    with contextlib.ExitStack() as stack:
        processes = [stack.enter_context(_process(args, library)) for library in libraries]
        tallies = [Tally() for _ in libraries]
        progress, seen, total = Progress(), set(), len(_schemas(args))
        for count, sample in enumerate(_samples(args), 1):
            seen.add(sample.schema.name)
            progress.part(f"{sample.schema.name}: operator {len(seen)} of {total or '?'}, call {count:,}")
            for process, tally in zip(processes, tallies, strict=True):
                result = run(process, sample, tolerance)
                tally.add(result)
                if args.case:
                    progress.end()
                    print(report.in_full(result))
        progress.end()
    if not tallies[0].counts:
        hint = "give the same flags as the run that reported it"
        raise input_error(f"there is no case {args.case}" if args.case else "there are no samples", hint)
    _write_json(args, tallies[0])
    if args.against:
        ours, theirs = (os.path.basename(library or args.host) for library in libraries)
        print(report.side_by_side(tallies[0], tallies[1], (ours, theirs)), end="")
        return 0
    if args.case:
        return 1 if tallies[0].faults(frozenset()) else 0
    print(report.table(tallies[0]), end="")
    return _conclude(args, tallies[0], again)


def _conclude(args: argparse.Namespace, ours: Tally, again: list[str]) -> int:
    """Prints the problems and returns the exit status; an untested operator is a problem."""
    must_take = frozenset(dtype.name for dtype in _dtypes(args)) if args.dtypes else frozenset()
    faults = ours.faults(must_take)
    print(report.details(faults, again))
    tested = {op for op, _ in ours.counts}
    untested = sorted({str(schema.name) for schema in _schemas(args)} - tested)
    idle = ours.without_a_pass()
    for op in idle:
        print(f"{op}: no call passed")
    for op in untested:
        print(f"{op}: not tested: there is no reference for its results; give --reference")
    print(f"{report.summary(ours)}; seed {args.seed}")
    return 1 if faults or idle or untested else 0


def _process(args: argparse.Namespace, library: str | None) -> Process:
    if not args.host:
        hint = "give --host PROGRAM; //kernels/testing:empty_kernel_host is one without kernels"
        raise input_error("there is no program to call the kernels", hint)
    command = [os.path.abspath(path) for path in (args.host, library) if path]
    for path in command:
        if not os.path.isfile(path):
            raise input_error("no such file", "build it first", Location(path))
    process = Process(command, args.timeout)
    why = process.check()
    if why:
        hint = "the host must be kernel_host, and the loader must find the library's dependencies"
        raise input_error(f"cannot run kernels: {why}", hint, Location(command[-1]))
    return process


def _samples(args: argparse.Namespace) -> Iterator[Sample]:
    schemas = _schemas(args)
    names = {schema.name for schema in schemas}
    if args.samples:
        for path in args.samples:
            for sample in samples.load(path):
                if (not names or sample.schema.name in names) and args.case in (None, sample.case):
                    yield sample
        return
    if not schemas:
        raise input_error("no operators to test", "give --functions-yaml, --custom-ops-yaml or --samples")
    with_torch = not args.no_torch and importlib.util.find_spec("torch") is not None
    references = References(args.reference, with_torch)
    plan = Plan(_dtypes(args), args.most, args.seed, args.wrong, args.shapes)
    suite = Suite(schemas, references, plan, args.opinfo if with_torch else 0, args.case)
    if len(suite.without_reference()) == len(schemas):
        hint = f"give --reference FILE with a function {schemas[0].name.base}"
        raise input_error("there is no reference for its results", hint, op=str(schemas[0].name))
    made = suite.samples()
    first = next(made, None)
    if first:
        yield from itertools.chain([first], made)
    elif not args.case:
        why = references.last_refusal.splitlines()[0]
        raise input_error("no call was made", f"the reference refuses all generated calls: {why}")


def _schemas(args: argparse.Namespace) -> list[Schema]:
    known: dict[str, Schema] = {}
    for path in [*args.functions_yaml, *args.custom_ops_yaml]:
        for entry in functions_yaml.read(path):
            known.setdefault(str(entry.name), entry.schema)
    ops = chosen(known, [] if args.samples and not known else args.op)
    return [known[op] for op in ops]


def chosen(known: Collection[str], given: Sequence[str]) -> list[str]:
    """The known operators that are given by name, or all if none is given; `add` means all overloads of
    `add`.

    Raises `InputError` for an unknown operator.
    """
    found = set() if given else set(known)
    for op in given:
        overloads = {name for name in known if op in (name, name.partition("::")[2].partition(".")[0])}
        if not overloads:
            raise input_error("not in the yaml files", did_you_mean(op, known, "see the files"), op=op)
        found |= overloads
    return sorted(found)


def _dtypes(args: argparse.Namespace) -> tuple[DType, ...]:
    found = []
    for name in (args.dtypes or ",".join(_DTYPES)).split(","):
        dtype = parse_dtype(name)
        if dtype is None or name not in _DTYPES:
            raise input_error(f"no dtype {name}", did_you_mean(name, _DTYPES, f"one of {', '.join(_DTYPES)}"))
        found.append(dtype)
    return tuple(found)


def _tolerance(args: argparse.Namespace) -> tuple[float, float] | None:
    if (args.rtol is None) != (args.atol is None):
        raise input_error("only one of --rtol and --atol is given", "give both")
    return None if args.rtol is None else (args.rtol, args.atol)


def _write_json(args: argparse.Namespace, ours: Tally) -> None:
    # Bazel keeps the files that a test writes to this directory.
    directory = os.environ.get("TEST_UNDECLARED_OUTPUTS_DIR")
    path = args.json or (directory and os.path.join(directory, "kernels.json"))
    if path:
        outputs = OutputFiles()
        outputs.add(path, report.to_json(ours, args.seed))
        outputs.write()
