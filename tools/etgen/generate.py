"""`etgen generate`: writes the C++ that registers the kernels of a resolution, and the sources to compile."""

import argparse
import collections
import pathlib
import re
from collections.abc import Sequence

from etgen import (
    aot,
    cpp_types,
    kernel_sources,
    resolution,
    runtime_headers,
    selected_calls,
    templates,
    variants,
    whole_number,
)
from etgen.cpp_names import identifier
from etgen.errors import InputError, Location, Problem
from etgen.kernel_key import format_key
from etgen.output import OutputFiles
from etgen.resolution import Resolution, ResolvedKernel, ResolvedOp
from etgen.schema import Schema
from etgen.text_io import read_text

HELP = "write the registration C++, its headers and the kernel sources to compile with it"

REGISTRATION = "RegisterCodegenUnboxedKernelsEverything.cpp"
MANUAL_REGISTRATION = "RegisterKernelsEverything.cpp"
# The header with which units call kernels, and the one that it includes; they are copied unchanged.
BOXING = pathlib.Path(__file__).parent / "include" / "kernel_boxing.h"
FACTS = BOXING.parent / "call_facts.h"
# All headers that `generate` may write to its output directory, except that of named_header().
HEADERS = (
    "Functions.h",
    "NativeFunctions.h",
    "RegisterKernels.h",
    FACTS.name,
    BOXING.name,
    "selected_op_variants.h",
    "selected_prim_ops.h",
)
# Another one, in a call selective build.
CALLS_HEADER = "selected_calls.h"
_CONTEXT = "::executorch::runtime::KernelRuntimeContext"
# The declaration of a kernel, without its context.
Prototype = collections.namedtuple("Prototype", "function parameters returns")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--resolution", required=True, help="the output of etgen resolve")
    parser.add_argument("--output-dir", required=True, help="the directory for the C++ and the headers")
    parser.add_argument(
        "--kernel-sources-dir",
        help="the directory for the sources of the selected kernels; it must contain nothing else",
    )
    parser.add_argument(
        "--kernel-part",
        nargs=2,
        action="append",
        default=[],
        metavar=("NAME", "LIST"),
        help="put the sources that the file LIST names, one per line, into the subdirectory NAME, for those "
        "that have their own include directories",
    )
    parser.add_argument(
        "--unit-list",
        metavar="FILE",
        help="also list the files in --kernel-sources-dir here, one relative path per line",
    )
    parser.add_argument(
        "--sources-per-unit",
        type=whole_number.at_least(1),
        default=1,
        metavar="N",
        help="join this number of kernel sources into one: compiles faster, rebuilds more (default: 1); "
        "sources that include themselves, once for each SIMD target, then include their unit by its path in "
        "--kernel-sources-dir",
    )
    parser.add_argument(
        "--anchor",
        metavar="FILE",
        help="also write a source that refers to the registration: a binary that this object is linked into "
        "has the registration, or does not link",
    )
    parser.add_argument(
        "--include-all-prim-ops",
        action="store_true",
        help="let selected_prim_ops.h select all of the runtime's own operators, not the selected ones",
    )
    parser.add_argument(
        "--support-exceptions", action="store_true", help="turn exceptions of kernels into failures"
    )
    parser.add_argument(
        "--aot",
        action="store_true",
        help="also write the C++ that registers the custom operators with PyTorch",
    )
    parser.add_argument(
        "--aot-functional-variants",
        action="store_true",
        help="with --aot, add a functional variant of each operator that writes to outs",
    )


def run(args: argparse.Namespace) -> None:
    resolved = resolution.read(args.resolution)
    _refuse_unsupported_types(resolved, for_pytorch=args.aot)
    outputs = OutputFiles()
    directory = outputs.directory(args.output_dir)
    units = _units(args, resolved) if args.kernel_sources_dir else {}
    demanded: list[str] = []
    if resolved.manual:
        units, demanded = kernel_sources.with_symbols(units)
    registration = MANUAL_REGISTRATION if resolved.manual else REGISTRATION
    directory.add(
        registration,
        registration_unit(resolved, args.support_exceptions, demanded),
    )
    directory.add("Functions.h", functions_header(resolved))
    directory.add("NativeFunctions.h", native_functions_header(resolved))
    directory.add("RegisterKernels.h", templates.render("RegisterKernels.h"))
    function = register_function(resolved.label)
    directory.add(named_header(function), templates.render("RegisterNamedKernels.h", function=function))
    for copied in (BOXING, FACTS):
        directory.add(copied.name, copied.read_text(encoding="utf-8"))
    directory.add("selected_op_variants.h", variants.header(resolved))
    if resolved.by_calls:
        directory.add(CALLS_HEADER, selected_calls.header(resolved))
    prim_ops = runtime_headers.prim_ops_header(resolved.runtime_ops, args.include_all_prim_ops)
    directory.add("selected_prim_ops.h", prim_ops)
    if args.anchor:
        outputs.add(args.anchor, anchor_unit(resolved))
    if args.aot:
        aot.add_files(directory, resolved, args.aot_functional_variants)
    if args.kernel_sources_dir:
        sources = outputs.directory(args.kernel_sources_dir, nothing_else=True)
        for name, text in units.items():
            sources.add(name, text)
        if args.unit_list:
            outputs.add(args.unit_list, "".join(f"{name}\n" for name in sorted(units)))
    outputs.write()


def _units(args: argparse.Namespace, resolved: Resolution) -> dict[str, str]:
    if not args.kernel_part:
        return kernel_sources.kernel_sources(resolved, args.sources_per_unit)
    parts = {name: read_text(file).splitlines() for name, file in args.kernel_part}
    return kernel_sources.kernel_parts(resolved, parts, args.sources_per_unit)


def _refuse_unsupported_types(resolved: Resolution, for_pytorch: bool) -> None:
    problems = []
    for op in resolved.operators:
        wrong = _unsupported_types(op.schema)
        if for_pytorch and op.is_custom and not wrong:
            wrong = aot.unsupported_types(op.schema)
        where = Location(op.kernels[0].defined_at)
        problems += [Problem(what, hint, where, str(op.name)) for what, hint in wrong]
    if problems:
        raise InputError(problems)


def _unsupported_types(schema: Schema) -> list[tuple[str, str]]:
    """Problems with the types of an operator, each with a hint."""
    wrong = []
    if argument := cpp_types.unsupported_argument(schema):
        what = f"argument {argument.name} is of type {argument.type}, which no value of a program has"
        wrong.append((what, "give it one of the types in tools/README.md"))
    if result := cpp_types.unsupported_result(schema):
        what = f"it returns a {result.type}, which a program cannot store"
        wrong.append((what, "make it write to an out"))
    return wrong


def register_function(label: str) -> str:
    """The function that registers the kernels of this library and of no other: `register_<name>_kernels`."""
    name = label.rpartition(":" if ":" in label else "/")[2]
    return f"register_{re.sub(r'[^A-Za-z0-9_]', '_', name)}_kernels"


def named_header(function: str) -> str:
    """The header with that function; a binary may have several files named `RegisterKernels.h`."""
    return f"{function}.h"


def registration_unit(resolved: Resolution, exceptions: bool, demanded: Sequence[str] = ()) -> str:
    """The source that registers each kernel of the resolution, and refers to objects with these symbols."""
    function = register_function(resolved.label)
    if not resolved.operators:
        return templates.render("RegisterNothing.cpp", manual=resolved.manual, function=function)
    return templates.render(
        "RegisterKernels.cpp",
        operators=_registered(resolved),
        kernel_count=sum(len(op.kernels) for op in resolved.operators),
        manual=resolved.manual,
        function=function,
        demanded=demanded,
        exceptions=exceptions,
        calls=selected_calls.tables(resolved) if resolved.by_calls else None,
    )


def anchor_unit(resolved: Resolution) -> str:
    """The source that refers to the registration unit, if that registers anything."""
    symbols = [symbol(op, kernel) for op in resolved.operators for kernel in op.kernels]
    return templates.render("RegistrationAnchor.cpp", symbol=next(iter(symbols), None))


def _registered(resolved: Resolution) -> list[dict]:
    """The operators, as rows of the table of a registration unit."""
    overloads = collections.Counter(
        (namespace, prototype.function)
        for namespace, prototypes in _prototypes(resolved).items()
        for prototype in prototypes
    )
    rows = {op.name: row for row, op in enumerate(selected_calls.with_facts(resolved))}
    operators = []
    for op in resolved.operators:
        parameters = cpp_types.parameters(op.schema)
        kernels = []
        for kernel in op.kernels:
            function = f"::{kernel.cpp_namespace}::{kernel.cpp_function}"
            if overloads[kernel.cpp_namespace, kernel.cpp_function] > 1:
                types = ", ".join([f"{_CONTEXT}&", *(p.type for p in parameters)])
                function = f"(static_cast<{cpp_types.return_type(op.schema)} (*)({types})>({function}))"
            key = format_key(kernel.key) if kernel.key is not None else None
            kernels.append({"symbol": symbol(op, kernel), "key": key, "function": function})
        operators.append(
            {
                "name": op.name,
                "schema": op.schema,
                "outs": len(op.schema.outs),
                "sizes": [(i, p.size) for i, p in enumerate(parameters) if p.size is not None],
                "facts": rows.get(op.name),
                "kernels": kernels,
            }
        )
    return operators


def symbol(op: ResolvedOp, kernel: ResolvedKernel) -> str:
    """A C identifier for the registration of this kernel: `aten_add_DOT_out`."""
    name = f"{op.name.namespace}_{op.name.base}_DOT_{op.name.overload}"
    key = "" if kernel.key is None else "_" + format_key(kernel.key)
    return name + re.sub(r"\W", lambda match: f"_{ord(match[0]):x}_", key)


def _prototypes(resolved: Resolution) -> dict[str, list[Prototype]]:
    """The declarations of all kernels by namespace, each once even if it implements several operators."""
    namespaces: dict[str, dict[tuple, Prototype]] = {}
    for op in resolved.operators:
        parameters = tuple(p.declaration for p in cpp_types.parameters(op.schema))
        for kernel in op.kernels:
            prototype = Prototype(kernel.cpp_function, parameters, cpp_types.return_type(op.schema))
            namespaces.setdefault(kernel.cpp_namespace, {})[prototype[:2]] = prototype
    return {name: sorted(prototypes.values()) for name, prototypes in sorted(namespaces.items())}


def native_functions_header(resolved: Resolution) -> str:
    """Prototypes of the kernels, with and without context, by namespace."""
    return templates.render("NativeFunctions.h", namespaces=_prototypes(resolved).items())


def functions_header(resolved: Resolution) -> str:
    """The operators as C++ functions in `torch::executor::<namespace of the operator>`."""
    namespaces: dict[str, list[dict]] = {}
    for op in resolved.operators:
        parameters = cpp_types.parameters(op.schema)
        default = op.kernels[-1]
        namespaces.setdefault(identifier(op.name.namespace), []).append(
            {
                "schema": op.schema,
                "returns": cpp_types.return_type(op.schema),
                "function": identifier(op.name.base + ("_outf" if op.schema.outs else "")),
                "parameters": [p.declaration for p in parameters],
                "names": [p.name for p in parameters],
                "kernel": f"::{default.cpp_namespace}::{default.cpp_function}",
            }
        )
    return templates.render("Functions.h", namespaces=sorted(namespaces.items()))
