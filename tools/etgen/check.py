"""`etgen check`: proves that a binary has exactly one kernel for every call of its models, and one backend
for every delegate.

The binary is given as the resolutions of all its registration libraries and the descriptions of all its
backend libraries; the runtime's own operators count too. In a call selective build, what kernels are compiled
for must be true of each call. With a baseline, an earlier version of the models or a selection, it also finds
calls and backends that are new: a binary that was built and shipped for the baseline may lack them.
"""

import argparse
from collections.abc import Iterable

from etgen import (
    backend_library,
    baselines,
    delegates,
    generate,
    library,
    opset,
    program,
    proof,
    resolution,
    select,
    selected_calls,
    signatures,
    templates,
    variants,
)
from etgen.dtypes import DType, describe
from etgen.errors import CheckError, Location, Problem, input_error, nearest
from etgen.kernel_key import DEFAULT, KernelKey, describe_key
from etgen.library import KernelLibrary
from etgen.output import OutputFiles
from etgen.program import Model
from etgen.program_values import Call
from etgen.resolution import Resolution, ResolvedOp
from etgen.schema import OpName, Schema

_ONE_LIBRARY = "put both selections in the deps of one executorch_generated_lib"

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
    refuse_duplicates(resolutions)
    refuse_two_of_one_source(resolutions)
    refuse_two_of_one_function(resolutions)
    problems = backend_library.registered_twice(backends)
    for model in models:
        if is_binary:
            problems += without_kernel(model, resolutions, known)
            problems += misfits(model, resolutions)
            problems += outside_of_facts(model, resolutions)
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


def refuse_duplicates(resolutions: list[Resolution]) -> None:
    """Raises `CheckError` for every kernel that two of the libraries register."""
    owners: dict[tuple[OpName, KernelKey | None], Resolution] = {}
    problems = []
    for resolved in resolutions:
        for op in resolved.operators:
            for kernel in op.kernels:
                owner = owners.setdefault((op.name, kernel.key), resolved)
                if owner is not resolved:
                    key = DEFAULT if kernel.key is None else describe_key(kernel.key)
                    what = f"registered ({key}) by both {owner.label} and {resolved.label}"
                    problems.append(Problem(what, _ONE_LIBRARY, op=str(op.name)))
    if problems:
        raise CheckError(problems)


def refuse_two_of_one_source(resolutions: list[Resolution]) -> None:
    """Raises `CheckError` for a source that two of the libraries compile for other dtypes or calls.

    The source may have the kernels of several overloads, of which each library registers some; the linker
    keeps the object code of only one of the two.
    """
    owners: dict[str, Resolution] = {}
    problems = []
    for resolved in resolutions:
        for op in resolved.operators:
            for source in op.sources:
                owner = owners.setdefault(source, resolved)
                if owner is not resolved and not variants.are_compiled_alike(owner, resolved):
                    kind = "calls" if owner.by_calls or resolved.by_calls else "dtypes"
                    what = f"compiled for different {kind} by {owner.label} and {resolved.label}"
                    problems.append(Problem(what, _ONE_LIBRARY, Location(source), str(op.name)))
    if problems:
        raise CheckError(problems)


def refuse_two_of_one_function(resolutions: list[Resolution]) -> None:
    """Raises `CheckError` for libraries whose function of manual registration has one name."""
    owners: dict[str, Resolution] = {}
    problems = []
    for resolved in filter(lambda resolved: resolved.manual, resolutions):
        function = generate.register_function(resolved.label)
        owner = owners.setdefault(function, resolved)
        if owner is not resolved:
            what = f"{owner.label} and {resolved.label} are both registered by {function}()"
            problems.append(Problem(what, "give one of them another name"))
    if problems:
        raise CheckError(problems)


def register_source(resolutions: list[Resolution]) -> str:
    """The source that calls the function of each library with manual registration, before main()."""
    functions = [generate.register_function(resolved.label) for resolved in resolutions if resolved.manual]
    return templates.render("RegisterManual.cpp", functions=sorted(functions))


def without_kernel(
    model: Model, resolutions: list[Resolution], known: Iterable[KernelLibrary]
) -> list[Problem]:
    """A problem for each call that no kernel of a binary serves."""
    problems = []
    for call in model.calls:
        having = [(r, op) for r in resolutions if (op := r.find(call.op))]
        serving = [(r, op) for r, op in having if op.serving(call.key)]
        hint = None
        if serving:
            resolved, op = serving[0]
            built = op.used.dtypes if resolved.by_dtype else None
            lacking = frozenset() if built is None else call.dtypes - built
            refused = _refused(op, call)
            if refused:
                what = f"its kernel does not take {describe(refused)}"
                hint = f"it takes {describe(op.dtypes or ())}: export the model in these, or add a kernel"
            elif lacking:
                what = f"its kernel is not built for {describe(lacking)}"
            else:
                continue
        elif call.op in opset.prim_ops():
            continue
        elif having:
            what = f"no kernel for a call with {describe_key(call.key)}"
        else:
            what, hint = "no kernel", _who_has(call.op, resolutions, known)
        hint = hint or "add the model to the et_operator_library"
        problems.append(Problem(f"{what} ({call.place})", hint, Location(model.path), str(call.op)))
    return problems


def _refused(op: ResolvedOp, call: Call) -> frozenset[DType]:
    """The dtypes of a call that are known not to be supported by the kernel that serves it."""
    kernel = op.serving(call.key)
    return call.dtypes - op.dtypes if kernel and kernel.key is None and op.dtypes else frozenset()


def misfits(model: Model, resolutions: list[Resolution]) -> list[Problem]:
    """A problem for each argument of a call that does not match the schema of its kernel."""
    problems = {}
    for call in model.all_calls:
        for resolved in resolutions:
            op = resolved.find(call.op)
            kernel = op and op.serving(call.key)
            if not op or not kernel:
                continue
            what = signatures.mismatch(call, op.schema)
            if what and (call.op, what) not in problems:
                problems[call.op, what] = Problem(
                    f"{what} ({call.place})",
                    _which_schema(op.schema, kernel.defined_at),
                    Location(model.path),
                    str(call.op),
                )
    return list(problems.values())


def outside_of_facts(model: Model, resolutions: list[Resolution]) -> list[Problem]:
    """A problem for each fact that a kernel was compiled for and that does not hold for a call."""
    problems: dict[tuple[OpName, str], Problem] = {}
    for resolved in resolutions:
        for op in selected_calls.with_facts(resolved):
            of_kernel = selected_calls.of_kernel(op)
            for call, facts in model.facts:
                if call.op != op.name:
                    continue
                names = [argument.name for argument in op.schema.arguments]
                for is_passed, built_for in of_kernel.exceeded_by(facts, names):
                    problems.setdefault(
                        (op.name, built_for),
                        Problem(
                            f"called with {is_passed}, and its kernel is built for {built_for} only "
                            f"({call.place})",
                            "add the model to the et_operator_library",
                            Location(model.path),
                            str(op.name),
                        ),
                    )
    return list(problems.values())


def _which_schema(schema: Schema, where: str) -> str:
    aten = opset.differs_from_aten(schema)
    if aten:
        return f"{where} declares {schema}, and PyTorch {opset.torch_version()} has {aten}: declare that"
    if opset.aten_schema(schema.name):
        return (
            f"its schema is {schema} in PyTorch {opset.torch_version()}: export the model with it, or "
            "declare the other schema in a custom_ops_yaml, with a kernel for that"
        )
    return f"{where} declares {schema}: declare what the model was exported with, or export it again"


def _who_has(name: OpName, resolutions: list[Resolution], known: Iterable[KernelLibrary]) -> str:
    for lib in known:
        if name in lib.entries:
            return (
                f"kernel library {lib.name} has it: add the model to the et_operator_library and "
                f"{lib.label} to the deps of the executorch_generated_lib"
            )
    custom = [str(op.name) for r in resolutions for op in r.operators if op.name.namespace != "aten"]
    match = nearest(str(name), custom) if name.namespace != "aten" else None
    if match:
        return f"the nearest operator of the binary is {match}: the names must be equal"
    select = "add the model to the et_operator_library if a kernel library of the app has the operator"
    return f"{select}; if none has, {opset.ways_out(name)}"
