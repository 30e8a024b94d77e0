"""`etgen report`: which kernel was chosen for each operator, why, and what it costs in bytes; and what models
delegate to which backends.

Costs are those of the linked binary: the symbols it kept, each counted for the object file it comes from.
"""

import argparse

from etgen import binary_size, coverage, delegates, library, program, resolution, whole_number
from etgen.binary_size import Costs
from etgen.errors import input_error, printable
from etgen.kernel_key import describe_key
from etgen.output import OutputFiles
from etgen.resolution import ResolvedKernel, ResolvedOp
from etgen.runtime_headers import registry_header
from etgen.text_io import print_text
from etgen.text_table import aligned

# Of a kernel, in a line of text.
_MOST_CALLS = 8

HELP = "say which kernels were chosen, why, and what they cost"


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
    parser.add_argument(
        "--model", action="append", default=[], help="a .pte, to say what its delegates are; may repeat"
    )
    binary_size.add_arguments(parser)
    parser.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="NAME=BINARY",
        help="a binary whose size to show beside the total",
    )
    parser.add_argument(
        "--registry-header",
        help="also write selected_max_kernel_num.h: room in the runtime's registry for what is registered",
    )
    parser.add_argument(
        "--more-kernels",
        type=whole_number.at_least(0),
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
    if not args.resolution and not args.model and not args.opset:
        hint = "give --resolution, --model, or --opset and --kernel-library"
        raise input_error("nothing to report on", hint)
    resolved = [resolution.read(path) for path in args.resolution]
    operators = [op for part in resolved for op in part.operators]
    costs = binary_size.measure(args, operators) if args.binary else None
    others = _sizes_to_compare(args) if args.binary else {}
    models = [program.read(path) for path in args.model]
    text = table(operators, costs, others) if resolved else ""
    text += _losers(operators) if args.losers else ""
    text += "\n" if text and models else ""
    text += delegates.table(models) if models else ""
    text += coverage.table(map(library.read_any, args.kernel_library)) if args.opset else ""
    outputs = OutputFiles()
    if args.registry_header:
        outputs.add(args.registry_header, registry_header(resolved, args.more_kernels))
    if args.output:
        outputs.add(args.output, text)
    outputs.write()
    if not args.output:
        print_text(text)


def table(operators: list[ResolvedOp], costs: Costs | None, others: dict[str, int]) -> str:
    """One row a kernel: operator, dtypes, kernel, library and, if they are known, bytes."""
    header = ("operator", "dtypes", "kernel", "library") + (("bytes",) if costs else ())
    rows: list[tuple[str, ...]] = []
    counted: set[str] = set()
    for op in operators:
        source = binary_size.source_of(op.name)
        for kernel in op.kernels:
            calls = _dtypes(op) if kernel.key is None else describe_key(kernel.key)
            row: tuple[str, ...] = (str(op.name), calls, kernel.kernel, kernel.library)
            if costs:
                row += ("-" if source in counted else _bytes_of(source, costs),)
                counted.add(source)
            rows.append(row)
    if costs:
        rows.append(("shared by kernels", "", "", "", f"{costs.shared:,}"))
        rows.append(("registration", "", "", "", f"{costs.registration:,}"))
        if costs.has_baseline:
            known = sum(costs.operators.values()) + costs.shared + costs.registration
            rows.append(("constants, relocations, imports", "", "", "", f"{costs.total - known:,}"))
            rows.append(("total", "", "", "", f"{costs.total:,}"))
        rows += [(name, "", "", "", f"{size:,}") for name, size in others.items()]
    return aligned(header, rows, numbers={"bytes"})


def _bytes_of(source: str, costs: Costs) -> str:
    """Of a source, whose overloads are counted with the first; `?` if it is in no archive by itself."""
    return f"{costs.operators[source]:,}" if source in costs.operators else "?"


def _sizes_to_compare(args: argparse.Namespace) -> dict[str, int]:
    """Bytes of other binaries, by the names that the flags give them."""
    pairs = (text.partition("=") for text in args.compare)
    return {name: binary_size.loaded_size(args, path) for name, _, path in pairs}


def _dtypes(op: ResolvedOp) -> str:
    dtypes = op.used.dtypes
    return "any" if dtypes is None else ", ".join(d.name for d in sorted(dtypes))


def _losers(operators: list[ResolvedOp]) -> str:
    """A line for each kernel that could have served calls, with the calls and why it does not."""
    calls_of: dict[str, list[str]] = {}
    for op in operators:
        for kernel in op.kernels:
            for loser in kernel.losers:
                line = f"{op.name}: {loser.kernel} of {loser.library} was not chosen ({loser.reason}) for"
                calls_of.setdefault(line, []).extend(_calls(op, kernel))
    lines = [f"{line} {_listed(list(dict.fromkeys(calls)))}" for line, calls in calls_of.items()]
    return "\n" + "".join(f"{printable(line)}\n" for line in lines) if lines else ""


def _calls(op: ResolvedOp, kernel: ResolvedKernel) -> list[str]:
    """The selected calls that a kernel serves."""
    if kernel.key is not None:
        return [describe_key(kernel.key)]
    specialised = {other.key for other in op.kernels}
    known = [describe_key(key) for key in sorted(op.used.keys - specialised)]
    any_with = [f"any call with {dtype.name}" for dtype in sorted(op.used.any_call_with)]
    return known + any_with + ["any call" if len(op.kernels) == 1 else "any other call"] * op.used.any_call


def _listed(calls: list[str]) -> str:
    more = len(calls) - _MOST_CALLS
    return "; ".join(calls[:_MOST_CALLS]) + (f"; and {more} more calls" if more > 0 else "")
