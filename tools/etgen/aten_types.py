"""C++ for the types of operator schemas in ATen: the signatures that PyTorch calls operators with."""

from etgen.cpp_types import parameters
from etgen.schema import Argument, Return, Schema

# The C++ type that a schema's base type has inside of a list or an optional.
_VALUE = {
    "Tensor": "at::Tensor",
    "int": "int64_t",
    "float": "double",
    "bool": "bool",
    "str": "::std::string_view",
    "Scalar": "at::Scalar",
    "ScalarType": "at::ScalarType",
    "MemoryFormat": "at::MemoryFormat",
    "Layout": "at::Layout",
    "Device": "at::Device",
}
_LIST = {
    "Tensor[]": "at::TensorList",
    "Tensor?[]": "const c10::List<::std::optional<at::Tensor>>&",
    "int[]": "at::IntArrayRef",
    "int[]?": "at::OptionalIntArrayRef",
    "float[]": "at::ArrayRef<double>",
    "float[]?": "::std::optional<at::ArrayRef<double>>",
    "bool[]": "const c10::List<bool>&",
    "bool[]?": "const ::std::optional<c10::List<bool>>&",
}
_BY_REFERENCE = frozenset({"Tensor", "Tensor?", "Scalar", "Scalar?"})


# By the schema type without sizes and annotations.
_SUPPORTED = frozenset({*_LIST, *_VALUE} | {base + "?" for base in _VALUE})


def unsupported_argument(schema: Schema) -> Argument | None:
    """The first argument whose type the wrappers of kernels do not pass on, if there is one."""
    return next((a for a in schema.arguments if a.type.plain not in _SUPPORTED), None)


def parameter_types(schema: Schema) -> tuple[str, ...]:
    return tuple(map(_parameter_type, schema.arguments))


def declarations(schema: Schema) -> list[str]:
    """The parameters of a function that implements the operator."""
    names = (parameter.name for parameter in parameters(schema))
    return [f"{type_} {name}" for type_, name in zip(parameter_types(schema), names, strict=True)]


def return_type(schema: Schema) -> str:
    """The return type of such a function: references to the arguments that it writes to, or values."""
    types = [_return_type(r) for r in schema.returns]
    if not types:
        return "void"
    return types[0] if len(types) == 1 else f"::std::tuple<{', '.join(types)}>"


def returned_arguments(schema: Schema) -> list[str]:
    """The parameters to which such a function returns references."""
    names = {a.type.annotation: p.name for a, p in zip(schema.arguments, parameters(schema), strict=True)}
    return [names[r.type.annotation] for r in schema.returns if r.type.is_mutable]


def _parameter_type(argument: Argument) -> str:
    plain = argument.type.plain
    if plain == "Tensor" and argument.type.is_mutable:
        return "at::Tensor&"
    if plain in _LIST:
        return _LIST[plain]
    value = _VALUE[plain.removesuffix("?")]
    type_ = f"::std::optional<{value}>" if plain.endswith("?") else value
    return f"const {type_}&" if plain in _BY_REFERENCE else type_


def _return_type(returned: Return) -> str:
    return "at::Tensor&" if returned.type.is_mutable else _VALUE.get(returned.type.plain, "void")
