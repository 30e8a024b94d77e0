"""`etgen size`: checks a binary against a byte budget by section and operator, and prints a table of changes.

With a baseline, the binary without kernels, only the kernels are measured.
"""

import argparse

from etgen import binary_size, budget, resolution
from etgen.binary_size import SEGMENTS, Costs
from etgen.budget import Budget
from etgen.errors import CheckError, Location, Problem, did_you_mean, input_error
from etgen.output import OutputFiles
from etgen.resolution import ResolvedOp
from etgen.text_io import print_text
from etgen.text_table import aligned

HELP = "check that a binary stays within a byte budget, by section and by operator"

_SHARED = "shared by kernels"
_REGISTRATION = "registration"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    binary_size.add_arguments(parser)
    parser.add_argument(
        "--resolution", action="append", default=[], help="of each registration library in the binary"
    )
    parser.add_argument("--budget", metavar="YAML", help="a file with the budget of each part")
    parser.add_argument("--update", action="store_true", help="rewrite --budget with the current sizes")
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=BYTES",
        help="the limit of a part: total, text, data, bss, a section (.text), an operator (aten::add.out)",
    )
    parser.add_argument("--tolerance", help="how far --limit may be exceeded: bytes, or percent (2%%)")
    parser.add_argument("--label", help="how messages name the budget")


def run(args: argparse.Namespace) -> None:
    if not args.binary:
        raise input_error("nothing to measure", "give --binary")
    if not args.budget and not args.limit:
        raise input_error("there is no budget", "give --budget, or --limit NAME=BYTES")
    if args.budget and (args.limit or args.tolerance):
        raise input_error("two budgets are given", "write limits and tolerance into --budget")
    if args.update and not args.budget:
        raise input_error("there is no file to update", "give --budget")
    wanted = budget.read(args.budget) if args.budget else budget.from_flags(args.limit, args.tolerance)
    resolutions = [resolution.read(path) for path in args.resolution]
    operators = [op for resolved in resolutions for op in resolved.operators]
    parts = _parts(binary_size.measure(args, operators), operators)
    if args.update:
        _update(args.budget, wanted, parts)
        return
    _refuse_unknown(wanted, parts, operators, args.budget)
    names = sorted(wanted.limits, key=lambda name: (wanted.limits[name] - parts[name], name))
    over = [name for name in names if parts[name] > wanted.tolerance.limit(wanted.limits[name])]
    table = _table(wanted, parts, names, over)
    if over:
        what = f"over the budget of bytes: {', '.join(over)}"
        raise CheckError([Problem(what, _hint(args), Location(args.label or args.binary), details=table)])
    print_text(table)


def _parts(costs: Costs, operators: list[ResolvedOp]) -> dict[str, int]:
    """Bytes by the names in budgets. Operators that share a source have the same bytes."""
    known = {op.name for op in operators if binary_size.source_of(op.name) in costs.operators}
    return {
        "total": costs.total,
        **{name: costs.sections[name] for name in SEGMENTS},
        **{name: size for name, size in sorted(costs.sections.items()) if name.startswith(".")},
        **{str(name): costs.operators[binary_size.source_of(name)] for name in sorted(known, key=str)},
        _SHARED: costs.shared,
        _REGISTRATION: costs.registration,
    }


def _refuse_unknown(
    wanted: Budget, parts: dict[str, int], operators: list[ResolvedOp], file: str | None
) -> None:
    sources = {str(op.name): binary_size.source_of(op.name) for op in operators}
    for name in wanted.limits:
        # A section that neither binary has counts as empty.
        if name.startswith("."):
            parts.setdefault(name, 0)
        if name in sources and name not in parts:
            what = (
                f"its size is not known: no object file in --archive has op_{sources[name]} and nothing else"
            )
            hint = "give the library that the kernels are in, compiled with sources_per_unit = 1"
            raise input_error(what, hint, Location(file) if file else None, name)
        if name not in parts:
            otherwise = (
                "operators of the binary are those of --resolution; remove it if it is no longer there"
            )
            hint = did_you_mean(name, parts, otherwise)
            raise input_error("the binary has no such part", hint, Location(file) if file else None, name)


def _table(wanted: Budget, parts: dict[str, int], names: list[str], over: list[str]) -> str:
    """The parts with a budget, by their growth; then the other operators, the largest first."""
    rows = []
    for name in names:
        limit, now = wanted.limits[name], parts[name]
        result = "OVER" if name in over else "tolerated" if now > limit else ""
        rows.append((name, f"{limit:,}", f"{now:,}", f"{now - limit:+,}", result))
    others = [name for name in parts if "::" in name and name not in wanted.limits]
    for name in sorted(others, key=lambda name: (-parts[name], name)):
        rows.append((name, "-", f"{parts[name]:,}", "", ""))
    return aligned(("part", "budget", "now", "difference", "result"), rows, {"budget", "now", "difference"})


def _hint(args: argparse.Namespace) -> str:
    if args.budget:
        return "make it smaller, or rewrite the budget with --update and commit it"
    return "make it smaller, or raise the limit"


def _update(path: str, old: Budget, parts: dict[str, int]) -> None:
    """Writes the measured sizes: totals, operators, and the sections that the file already had."""
    limits = {name: size for name, size in parts.items() if not name.startswith(".") or name in old.limits}
    outputs = OutputFiles()
    outputs.add(path, budget.dump(Budget(limits, old.tolerance)), is_input=True)
    outputs.write()
    print_text(f"{path}: updated\n")
