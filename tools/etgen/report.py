"""`etgen report`: which kernel was chosen for each operator, why, and what it costs in bytes.

Costs are those of the linked binary: the symbols it kept, each counted for the object file it comes from.
"""

import argparse
import collections
import dataclasses
import re
import subprocess

from etgen import coverage, library, resolution
from etgen.errors import Location, input_error
from etgen.kernel_key import describe_key
from etgen.output import OutputFiles
from etgen.resolution import ResolvedOp
from etgen.runtime_headers import registry_header

HELP = "say which kernels were chosen, why, and what they cost"

_REGISTRATION = re.compile(r"Register\w*Kernels")
_OBJECT = re.compile(r"op_(\w+?)(?:\.pic)?\.o$")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--resolution",
        action="append",
        default=[],
        help="what etgen resolve wrote; repeat for each registration library of the binary",
    )
    parser.add_argument(
        "--losers", action="store_true", help="also say which kernels were not chosen, and why"
    )
    parser.add_argument("--binary", help="a linked binary, not stripped: adds what each kernel costs")
    parser.add_argument(
        "--archive", action="append", default=[], help="a library that the binary was linked from"
    )
    parser.add_argument("--baseline", help="the binary without kernels: adds what they cost in total")
    parser.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="NAME=BINARY",
        help="a binary whose size to show beside the total",
    )
    parser.add_argument("--nm", default="nm", help="the nm of the toolchain (default: nm)")
    parser.add_argument(
        "--registry-header",
        help="also write selected_max_kernel_num.h: room in the runtime's registry for what is registered",
    )
    parser.add_argument(
        "--more-kernels",
        type=int,
        default=0,
        metavar="N",
        help="kernels that are registered by hand, for --registry-header",
    )
    parser.add_argument(
        "--opset", action="store_true", help="say how much of the core ATen set --kernel-library covers"
    )
    parser.add_argument(
        "--kernel-library",
        action="append",
        default=[],
        metavar="JSON",
        help="the description of a kernel library, or a functions yaml, for --opset; may repeat",
    )
    parser.add_argument("--output", help="where to write the report instead of to standard output")


def run(args: argparse.Namespace) -> None:
    if not args.resolution and not args.opset:
        raise input_error("nothing to report on", "give --resolution, or --opset and --kernel-library")
    resolved = [resolution.read(path) for path in args.resolution]
    operators = [op for part in resolved for op in part.operators]
    costs = _costs(args) if args.binary else None
    text = table(operators, costs) if operators else ""
    text += _losers(operators) if args.losers else ""
    text += coverage.table(map(library.read_any, args.kernel_library)) if args.opset else ""
    outputs = OutputFiles()
    if args.registry_header:
        outputs.add(args.registry_header, registry_header(resolved, args.more_kernels))
    if args.output:
        outputs.add(args.output, text)
    outputs.write()
    if not args.output:
        print(text, end="")


@dataclasses.dataclass(frozen=True)
class Costs:
    """Bytes of a binary.

    Attributes:
      operators: by the name of the source, `op_<name>`.
      shared: of code that kernels share.
      registration: of the unit that registers them.
      total: the difference to the binary without kernels, if it was given.
      others: of other binaries, by name.
    """

    operators: dict[str, int]
    shared: int
    registration: int
    total: int | None
    others: dict[str, int]


def table(operators: list[ResolvedOp], costs: Costs | None) -> str:
    """One row a kernel: operator, dtypes, kernel, library and, if they are known, bytes."""
    header = ("operator", "dtypes", "kernel", "library") + (("bytes",) if costs else ())
    rows = []
    counted: set[str] = set()
    for op in operators:
        source = op.name.base.lstrip("_")
        for kernel in op.kernels:
            calls = _dtypes(op) if kernel.key is None else describe_key(kernel.key)
            row = (str(op.name), calls, kernel.kernel, kernel.library)
            if costs:
                # Overloads that share a source are counted with the first.
                row += ("-" if source in counted else f"{costs.operators.get(source, 0):,}",)
                counted.add(source)
            rows.append(row)
    if costs:
        rows.append(("shared by kernels", "", "", "", f"{costs.shared:,}"))
        rows.append(("registration", "", "", "", f"{costs.registration:,}"))
        if costs.total is not None:
            known = sum(costs.operators.values()) + costs.shared + costs.registration
            rows.append(("constants, relocations, imports", "", "", "", f"{costs.total - known:,}"))
            rows.append(("total", "", "", "", f"{costs.total:,}"))
        rows += [(name, "", "", "", f"{size:,}") for name, size in costs.others.items()]
    return _aligned(header, rows)


def _dtypes(op: ResolvedOp) -> str:
    dtypes = op.used.dtypes
    return "any" if dtypes is None else ", ".join(d.name for d in sorted(dtypes))


def _aligned(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = [header, tuple("-" * width for width in widths), *rows]
    text = ""
    for line in lines:
        cells = [
            cell.rjust(width) if name == "bytes" else cell.ljust(width)
            for cell, width, name in zip(line, widths, header, strict=True)
        ]
        text += "  ".join(cells).rstrip() + "\n"
    return text


def _losers(operators: list[ResolvedOp]) -> str:
    lines = [
        f"{op.name}: {loser.kernel} of {loser.library} was not chosen: {loser.reason}"
        for op in operators
        for kernel in op.kernels
        for loser in kernel.losers
    ]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _costs(args: argparse.Namespace) -> Costs:
    # What defines a symbol: the source of an operator, or one of these.
    shared, registration = "", "registration"
    homes: dict[tuple[str, int], set[str]] = collections.defaultdict(set)
    for archive in args.archive:
        for member, symbol, size in _symbols(args.nm, archive):
            match = _OBJECT.search(member)
            home = match[1] if match else registration if _REGISTRATION.search(member) else shared
            homes[symbol, size].add(home)
    bytes_of: collections.Counter[str] = collections.Counter()
    for _, symbol, size in _symbols(args.nm, args.binary):
        owners = homes.get((symbol, size), set())
        if owners:
            bytes_of[next(iter(owners)) if len(owners) == 1 else shared] += size
    total = None
    if args.baseline:
        total = _loaded_size(args.binary) - _loaded_size(args.baseline)
    others = {}
    for text in args.compare:
        name, _, path = text.partition("=")
        others[name] = _loaded_size(path)
    return Costs(
        operators={home: n for home, n in bytes_of.items() if home not in (shared, registration)},
        shared=bytes_of[shared],
        registration=bytes_of[registration],
        total=total,
        others=others,
    )


def _symbols(nm: str, path: str):
    """(member, symbol, size) of every symbol that is defined in a binary or archive."""
    member = ""
    for line in _run([nm, "--print-size", "--defined-only", path], path).splitlines():
        fields = line.split(" ", 3)
        if len(fields) == 4 and len(fields[1]) == len(fields[0]):
            yield member, fields[3], int(fields[1], 16)
        elif line.endswith(":"):
            member = line[:-1]


def _loaded_size(path: str) -> int:
    """Bytes of text and initialised data."""
    text, data = _run(["size", path], path).splitlines()[1].split()[:2]
    return int(text) + int(data)


def _run(command: list[str], path: str) -> str:
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        hint = "install binutils, or name another with --nm"
        raise input_error(f"cannot run {command[0]}: {error.strerror}", hint, Location(path)) from None
    if result.returncode != 0:
        what = f"{command[0]} failed: {result.stderr.strip()}"
        raise input_error(what, "give a binary or a library that was built", Location(path))
    return result.stdout
