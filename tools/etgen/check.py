"""`etgen check`: proves that a binary has exactly one kernel for every call of its models, and one backend
for every delegate.

The binary is given as the resolutions of all its registration libraries and the descriptions of all its
backend libraries; the runtime's own operators count too. In a call selective build, what kernels are compiled
for must be true of each call. With a baseline, an earlier version of the models or a selection, it also finds
calls and backends that are new: a binary that was built and shipped for the baseline may lack them.
"""

import argparse

from etgen import (
    backend_library,
    baselines,
    call_problems,
    conflicts,
    delegates,
    generate,
    library,
    program,
    proof,
    resolution,
    select,
    templates,
)
from etgen.errors import CheckError, input_error
from etgen.output import OutputFiles
from etgen.resolution import Resolution

HELP = (
    "prove that every call of every model has exactly one kernel in a binary and every delegate one backend, "
    "or that a baseline had them"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--resolution",
        action="append",
        default=[],
        help="the resolution of each library in the binary; may repeat",
    )
    parser.add_argument("--model", action="append", default=[], help="a .pte the binary must run")
    parser.add_argument(
        "--baseline",
        action="append",
        default=[],
        help="a .pte or selected_operators.yaml; calls of the models that are in none of these are errors",
    )
    parser.add_argument(
        "--call-facts",
        action="store_true",
        help="the kernels of the baseline are compiled for its calls only, as those of a resolution may be",
    )
    parser.add_argument(
        "--known-library",
        action="append",
        default=[],
        metavar="JSON",
        help="a kernel library that hints may suggest",
    )
    parser.add_argument(
        "--backend-library",
        action="append",
        default=[],
        metavar="JSON",
        help="the description of a backend library in the binary; may repeat",
    )
    parser.add_argument(
        "--known-backend",
        action="append",
        type=_backend_and_target,
        default=[],
        metavar="BACKEND=TARGET",
        help="a target with a backend that hints may suggest",
    )
    parser.add_argument("--output", help="a summary of what was proven")
    parser.add_argument(
        "--register-source",
        metavar="FILE",
        help="also write a source that registers the kernels of all libraries with manual registration when "
        "the binary is loaded, for a test",
    )


def _backend_and_target(text: str) -> tuple[str, str]:
    backend, separator, target = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not BACKEND=TARGET")
    return backend, target


def run(args: argparse.Namespace) -> None:
    resolutions = [resolution.read(path) for path in args.resolution]
    by_calls = args.call_facts or any(r.by_calls for r in resolutions)
    baseline = select.read_uses(args.baseline, by_calls)
    needs_facts = by_calls or any(used.facts for used in baseline.operators.values())
    models = [program.read(path, needs_facts) for path in args.model]
    backends = [backend_library.read(path) for path in args.backend_library]
    known = library.NamedInHints(args.known_library)
    known_backends = dict(args.known_backend)
    is_binary = bool(resolutions or backends)
    if not is_binary and not args.baseline:
        what = "nothing registers kernels, and there is no baseline"
        raise input_error(what, "add an executorch_generated_lib to the deps, or give --baseline")
    if args.baseline and not args.model:
        raise input_error("there is no model to compare with the baseline", "give --model, a newer export")
    conflicts.refuse_duplicates(resolutions)
    conflicts.refuse_two_of_one_source(resolutions)
    conflicts.refuse_two_of_one_function(resolutions)
    problems = backend_library.registered_twice(backends)
    for model in models:
        if is_binary:
            problems += call_problems.without_kernel(model, resolutions, known)
            problems += call_problems.misfits(model, resolutions)
            problems += call_problems.outside_of_facts(model, resolutions)
            problems += delegates.without_backend(model, backends, known_backends)
        if args.baseline:
            problems += baselines.new_since(baseline, model)
    if problems:
        raise CheckError(problems)
    outputs = OutputFiles()
    if args.register_source:
        outputs.add(args.register_source, register_source(resolutions))
    if args.output:
        lines = proof.of_binary(resolutions, backends, models) if is_binary else []
        lines += proof.of_baseline(models) if args.baseline else []
        outputs.add(args.output, "\n".join(lines) + "\n")
    outputs.write()


def register_source(resolutions: list[Resolution]) -> str:
    """The source that calls the function of each library with manual registration, before main()."""
    functions = [generate.register_function(resolved.label) for resolved in resolutions if resolved.manual]
    return templates.render("RegisterManual.cpp", functions=sorted(functions))
