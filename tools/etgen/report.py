"""`etgen report`: which kernel was chosen for each operator, why, and its size in bytes; and the delegates of
models. It is written as text, as a page, as Markdown for a pull request, and as data for later comparisons.

Sizes are those of the symbols in the linked binary, each counted for its object file. Without a binary, they
are the sizes of the object files before linking.
"""

import argparse

from etgen import (
    binary_size,
    coverage,
    delegates,
    library,
    planned,
    program,
    report_data,
    report_page,
    resolution,
    whole_number,
)
from etgen.binary_size import Costs
from etgen.errors import input_error, printable
from etgen.kernel_key import describe_key
from etgen.output import OutputFiles
from etgen.program import Model
from etgen.report_difference import compare
from etgen.resolution import ResolvedKernel, ResolvedOp
from etgen.runtime_headers import registry_header
from etgen.text_io import print_text
from etgen.text_table import aligned

# The maximum number of calls of a kernel in a line of text.
_MOST_CALLS = 8

HELP = "say which kernels were chosen, why, and what they cost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--resolution",
        action="append",
        default=[],
        help="the output of etgen resolve; repeat for each registration library of the binary",
    )
    parser.add_argument(
        "--losers", action="store_true", help="also list the rejected kernels, and why they were not chosen"
    )
    parser.add_argument(
        "--model", action="append", default=[], help="a .pte, to list its delegates; may repeat"
    )
    parser.add_argument(
        "--memory",
        action="store_true",
        help="also print the size of the planned buffers of each method of a model",
    )
    binary_size.add_arguments(parser)
    parser.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="NAME=BINARY",
        help="a binary whose size to show next to the total",
    )
    parser.add_argument(
        "--registry-header",
        help="also write selected_max_kernel_num.h, which sizes the runtime's registry",
    )
    parser.add_argument(
        "--more-kernels",
        type=whole_number.at_least(0),
        default=0,
        metavar="N",
        help="the number of kernels registered in other ways, for --registry-header",
    )
    parser.add_argument(
        "--opset", action="store_true", help="print how much of the core ATen set --kernel-library covers"
    )
    parser.add_argument(
        "--kernel-library",
        action="append",
        default=[],
        metavar="JSON",
        help="the description of a kernel library, or a functions yaml, for --opset; may repeat",
    )
    pages = parser.add_argument_group("pages", "with one of them, text is written only if --output is given")
    pages.add_argument(
        "--html", metavar="FILE", help="write the report as an HTML page, one file that needs no network"
    )
    pages.add_argument(
        "--markdown", metavar="FILE", help="write a summary in Markdown, for a comment on a pull request"
    )
    pages.add_argument("--data", metavar="FILE", help="write the content of the page as JSON, for --previous")
    pages.add_argument(
        "--from-data", metavar="FILE", help="show a report written by --data, without other inputs"
    )
    pages.add_argument(
        "--previous", metavar="FILE", help="the --data of another build, to show the differences"
    )
    parser.add_argument("--output", help="the file for the report; by default standard output")


def run(args: argparse.Namespace) -> None:
    if args.from_data:
        _run_from_data(args)
        return
    if not args.resolution and not args.model and not args.opset:
        hint = "give --resolution, --model, or --opset and --kernel-library"
        raise input_error("nothing to report on", hint)
    if args.memory and not args.model:
        raise input_error("--memory without a model", "give the programs with --model")
    resolved = [resolution.read(path) for path in args.resolution]
    operators = [op for part in resolved for op in part.operators]
    costs = report_data.measure(args, operators)
    models = [program.read(path) for path in args.model]
    outputs = OutputFiles()
    if args.registry_header:
        outputs.add(args.registry_header, registry_header(resolved, args.more_kernels))
    pages = _pages(args, report_data.collect(resolved, models, costs, bool(args.binary)))
    for path, content in pages:
        outputs.add(path, content)
    text = "" if pages and not args.output else _text(args, operators, models, costs)
    if args.output:
        outputs.add(args.output, text)
    outputs.write()
    if text and not args.output:
        print_text(text)


def _run_from_data(args: argparse.Namespace) -> None:
    if args.resolution or args.model or args.memory or args.binary or args.archive or args.output:
        hint = "with --from-data, only --html, --markdown, --data and --previous can be given"
        raise input_error("--from-data cannot be combined with other inputs", hint)
    pages = _pages(args, report_data.read(args.from_data))
    if not pages:
        raise input_error("there is nothing to write", "give --html or --markdown")
    outputs = OutputFiles()
    for path, content in pages:
        outputs.add(path, content)
    outputs.write()


def _pages(args: argparse.Namespace, data: dict) -> list[tuple[str, str]]:
    """(path, content) of the pages that the flags name."""
    difference = compare(report_data.read(args.previous), data) if args.previous else None
    pages = []
    if args.html:
        pages.append((args.html, report_page.html(data, difference)))
    if args.markdown:
        pages.append((args.markdown, report_page.markdown(data, difference)))
    if args.data:
        pages.append((args.data, report_data.dump(data)))
    if args.previous and not args.html and not args.markdown:
        raise input_error("--previous needs a page to be shown on", "give --html or --markdown")
    return pages


def _text(
    args: argparse.Namespace, operators: list[ResolvedOp], models: list[Model], costs: Costs | None
) -> str:
    others = _sizes_to_compare(args) if costs else {}
    text = table(operators, costs, others) if args.resolution else ""
    text += _losers(operators) if args.losers else ""
    text += "\n" if text and models else ""
    text += delegates.table(models) if models else ""
    text += _memory(models) if args.memory else ""
    return text + (coverage.table(map(library.read_any, args.kernel_library)) if args.opset else "")


def _memory(models: list[Model]) -> str:
    return "\n" + planned.table((model.source, buffer) for model in models for buffer in model.planned)


def table(operators: list[ResolvedOp], costs: Costs | None, others: dict[str, int]) -> str:
    """A row for each kernel: operator, dtypes, kernel, library and, if known, bytes."""
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
    """The bytes of a source, counted for the first of its overloads; `?` if no archive has it as a separate
    object.
    """
    return f"{costs.operators[source]:,}" if source in costs.operators else "?"


def _sizes_to_compare(args: argparse.Namespace) -> dict[str, int]:
    """Total sizes of other binaries, by the names in the flags."""
    pairs = (text.partition("=") for text in args.compare)
    return {name: binary_size.loaded_size(args, path) for name, _, path in pairs}


def _dtypes(op: ResolvedOp) -> str:
    dtypes = op.used.dtypes
    return "any" if dtypes is None else ", ".join(d.name for d in sorted(dtypes))


def _losers(operators: list[ResolvedOp]) -> str:
    """A line for each kernel that could have served calls, with the calls and the reason why it does not."""
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
