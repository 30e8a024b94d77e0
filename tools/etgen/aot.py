"""Generates C++ that registers custom operators with PyTorch, so that models which call them can be exported.

It consists of four files with ExecuTorch's names. A library for PyTorch is compiled from
`RegisterSchema.cpp`, which defines the operators, and one of two files that implement them:

    RegisterCPUCustomOps.cpp    with the kernels that the runtime runs
    RegisterCPUStub.cpp         without kernels: enough for export

`CustomOpsNativeFunctions.h` declares the kernels with ATen's types.

ExecuTorch runs operators that write to outs, and models call functional operators. If a yaml only declares
the former, the latter is derived: `my_ops::scale.out(Tensor x, *, Tensor(a!) out)` also defines
`my_ops::scale(Tensor x)`.
"""

from etgen import aten_types, cpp_names, cpp_types, templates
from etgen.kernel_key import format_key
from etgen.output_directory import OutputDirectory
from etgen.resolution import Resolution, ResolvedKernel, ResolvedOp
from etgen.schema import OpName, Return, Schema, Type

# Every file that `add_files` writes.
FILES = (
    "CustomOpsNativeFunctions.h",
    "RegisterCPUCustomOps.cpp",
    "RegisterCPUStub.cpp",
    "RegisterSchema.cpp",
)
# Arguments that determine the dtype of a result.
_DTYPE_ARGUMENTS = ("dtype", "out_dtype", "output_dtype")


def unsupported_types(schema: Schema) -> list[tuple[str, str]]:
    """Problems, with hints, with the types of an operator that kernels implement in PyTorch."""
    wrong = []
    if argument := aten_types.unsupported_argument(schema):
        what = f"argument {argument.name} is of type {argument.type}, which PyTorch cannot give to a kernel"
        wrong.append((what, "give it another type, or define the operator in Python with torch.library"))
    results = cpp_types.results(schema)
    if len(results) > 1 and not all(result.type.is_mutable for result in results):
        what = f"it returns {len(results)} values, and only one can be returned to PyTorch"
        wrong.append((what, "make it write to outs, or define the operator in Python with torch.library"))
    return wrong


def add_files(directory: OutputDirectory, resolved: Resolution, functional: bool) -> None:
    """Plans the files for the custom operators of a resolution, with or without functional variants."""
    custom = [op for op in resolved.operators if op.is_custom]
    known = {op.name for op in resolved.operators}
    variants: dict[OpName, tuple[ResolvedOp, Schema]] = {}
    for op in custom if functional else ():
        schema = functional_variant(op.schema)
        if schema is not None and schema.name not in known:
            variants.setdefault(schema.name, (op, schema))
    variables = {
        "namespaces": _by_namespace(
            [_operator(op) for op in custom], [_variant(*v) for v in variants.values()]
        ),
        "kernels": _kernels(custom),
    }
    for name in FILES:
        directory.add(name, templates.render(name, **variables))


def functional_variant(schema: Schema) -> Schema | None:
    """The functional variant of an operator that writes to outs; None if there is none."""
    if (
        not schema.outs
        or schema.name.namespace == "aten"  # PyTorch has them
        or any(out.type.plain != "Tensor" for out in schema.outs)
        or any(argument.type.is_mutable for argument in schema.positional)
    ):
        return None
    overload = schema.name.overload
    return schema._replace(
        name=OpName(schema.name.namespace, schema.name.base, _functional_overload(overload)),
        keyword_only=tuple(a for a in schema.keyword_only if not a.type.is_mutable),
        returns=tuple(Return(Type("Tensor")) for _ in schema.outs),
        parenthesised=False,
    )


def _functional_overload(overload: str) -> str:
    """`Scalar` for `Scalar_out`; empty for `out` and for names that describe the outs."""
    return overload.removesuffix("_out") if overload.endswith("_out") else ""


def _by_namespace(operators: list[dict], variants: list[dict]) -> list[tuple[str, list[dict], list[dict]]]:
    names = sorted({op["name"].namespace for op in operators})
    return [
        (
            name,
            [op for op in operators if op["name"].namespace == name],
            [variant for variant in variants if variant["name"].namespace == name],
        )
        for name in names
    ]


def _definition(schema: Schema) -> str:
    """The schema without its namespace, as PyTorch's library macros expect it, as a C++ literal."""
    return cpp_names.literal(str(schema._replace(has_namespace=False)))


def _operator(op: ResolvedOp) -> dict:
    schema = op.schema
    names = [p.name for p in cpp_types.parameters(schema)]
    specialised = [kernel for kernel in op.kernels if kernel.key is not None]
    default = next((kernel for kernel in op.kernels if kernel.key is None), None)
    mutable = [
        name
        for name, a in zip(names, schema.arguments, strict=True)
        if a.type.is_mutable and a.type.plain == "Tensor"
    ]
    return {
        "name": op.name,
        "unqualified": op.name.unqualified,
        "schema": schema,
        "definition": _definition(schema),
        "wrapper": _wrapper(op.name),
        "returns": aten_types.return_type(schema),
        "declarations": aten_types.declarations(schema),
        "names": names,
        "returned": aten_types.returned_arguments(schema),
        "mutable": mutable,
        "specialised": [
            (format_key(kernel.key), _qualified(kernel)) for kernel in specialised if kernel.key is not None
        ],
        "default": _qualified(default) if default else None,
        "key_tensors": _key_tensors(schema),
    }


def _variant(op: ResolvedOp, schema: Schema) -> dict:
    names = {
        a.name: p.name for a, p in zip(op.schema.arguments, cpp_types.parameters(op.schema), strict=True)
    }
    inputs = [names[a.name] for a in schema.arguments]
    dtype = next(
        (a for a in schema.arguments if a.name in _DTYPE_ARGUMENTS and a.type.plain.startswith("ScalarType")),
        None,
    )
    return {
        "name": schema.name,
        "unqualified": schema.name.unqualified,
        "schema": schema,
        "definition": _definition(schema),
        "wrapper": _wrapper(schema.name),
        "returns": aten_types.return_type(schema),
        "declarations": aten_types.declarations(schema),
        "inputs": inputs,
        "dtype": names[dtype.name] if dtype else "::std::nullopt",
        "outs": [names[out.name] for out in op.schema.outs],
        "out_wrapper": _wrapper(op.name),
        "arguments": [names[a.name] for a in op.schema.arguments],
    }


def _wrapper(name: OpName) -> str:
    return f"{name.overload}_{name.base}"


def _qualified(kernel: ResolvedKernel) -> str:
    return f"::{kernel.cpp_namespace}::{kernel.cpp_function}"


def _key_tensors(schema: Schema) -> list[str]:
    """C++ for the tensors that a kernel key describes."""
    tensors = []
    for argument, parameter in zip(schema.arguments, cpp_types.parameters(schema), strict=True):
        if argument.type.plain == "Tensor":
            tensors.append(parameter.name)
        elif argument.type.plain == "Tensor?":
            tensors.append(f"{parameter.name}.value_or(at::Tensor())")
    if len(schema.outs) == 1 and schema.outs[0].type.plain == "Tensor":
        tensors.append(tensors[-1])  # the return slot
    return tensors


def _kernels(operators: list[ResolvedOp]) -> list[tuple[str, list[dict]]]:
    """The kernels by namespace, each once even if it implements several operators."""
    namespaces: dict[str, dict[tuple, dict]] = {}
    for op in operators:
        schema = op.schema
        lean = [p.type for p in cpp_types.parameters(schema)]
        names = [p.name for p in cpp_types.parameters(schema)]
        mutable = [i for i, a in enumerate(schema.arguments) if a.type.is_mutable]
        first_out = next((i for i, a in enumerate(schema.arguments) if a in schema.outs), None)
        for kernel in op.kernels:
            context = "::executorch::runtime::KernelRuntimeContext&"
            parameters = aten_types.declarations(schema)
            described = {
                "op": op.name,
                "function": kernel.cpp_function,
                "returns": aten_types.return_type(schema),
                "declarations": parameters,
                "names": names,
                "returned": aten_types.returned_arguments(schema),
                "pointer": f"{cpp_types.return_type(schema)} (*)({', '.join([context, *lean])})",
                "first_out": first_out if first_out is not None else next(iter(mutable), None),
            }
            identity = (kernel.cpp_function, *parameters)
            namespaces.setdefault(kernel.cpp_namespace, {}).setdefault(identity, described)
    return [(name, [k for _, k in sorted(ks.items())]) for name, ks in sorted(namespaces.items())]
