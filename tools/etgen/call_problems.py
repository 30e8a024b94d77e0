"""Problems of the calls of a model: those that the kernels of a binary do not serve as they are."""

from collections.abc import Iterable

from etgen import opset, selected_calls, signatures
from etgen.dtypes import DType, describe
from etgen.errors import Location, Problem, nearest
from etgen.kernel_key import describe_key
from etgen.library import KernelLibrary
from etgen.program import Model
from etgen.program_values import Call
from etgen.resolution import Resolution, ResolvedOp
from etgen.schema import OpName, Schema


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
