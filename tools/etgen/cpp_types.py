"""C++ for the types of operator schemas.

Parameter types are the same as in ExecuTorch's own generator, so that kernels work with both.
"""

import dataclasses

from etgen.cpp_names import identifier
from etgen.schema import Argument, Return, Schema

_AT = "::executorch::aten::"

# The C++ type that a schema's base type has inside of a list or an optional.
_VALUE = {
    "Tensor": _AT + "Tensor",
    "int": "int64_t",
    "float": "double",
    "bool": "bool",
    "str": "std::string_view",
    "Scalar": _AT + "Scalar",
    "ScalarType": _AT + "ScalarType",
    "MemoryFormat": _AT + "MemoryFormat",
    "Layout": _AT + "Layout",
    "Device": _AT + "Device",
}
# Lists that a value of the runtime can hold; lists of other types are converted from these when a kernel is
# called.
_LISTS = frozenset({"Tensor[]", "Tensor?[]", "int[]", "float[]", "bool[]"})
# A generator of random numbers. No value holds one: programs are exported with the default generator, None.
_GENERATOR = "Generator?"
# By the schema type without sizes and annotations.
_SUPPORTED = frozenset(
    {*_VALUE, *_LISTS, _GENERATOR}
    | {base + suffix for base in _VALUE for suffix in ("?", "[]", "[]?")}
    | {base + suffix for base in ("Tensor", "int", "float", "bool") for suffix in ("?[]", "?[]?")}
) - {"Layout[]", "Layout[]?", "Device[]", "Device[]?", "MemoryFormat[]", "MemoryFormat[]?"}
_RESULTS = frozenset({"Tensor", "int", "float", "bool", "Scalar"})
_BY_REFERENCE = frozenset({"Tensor", "Tensor?", "Scalar", "Scalar?"})


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One argument of a kernel.

    Attributes:
      type: the C++ type of the parameter.
      name: the schema's name, made fit for C++.
      size: the required number of elements of a list, if the schema specifies it and C++ relies on it.
    """

    type: str
    name: str
    size: int | None = None

    @property
    def declaration(self) -> str:
        return f"{self.type} {self.name}"


def unsupported_argument(schema: Schema) -> Argument | None:
    """The first argument whose type no kernel can have, if there is one."""
    return next((a for a in schema.arguments if a.type.plain not in _SUPPORTED), None)


def results(schema: Schema) -> tuple[Return, ...]:
    """The values that a call puts into its return slots; empty if the operator writes to outs."""
    return () if schema.outs else schema.returns


def unsupported_result(schema: Schema) -> Return | None:
    """The first result that no value of the runtime can hold, if there is one."""
    return next((r for r in results(schema) if r.type.plain not in _RESULTS), None)


def parameters(schema: Schema) -> tuple[Parameter, ...]:
    names = {argument.name for argument in schema.arguments}
    return tuple(_parameter(argument, identifier(argument.name, names)) for argument in schema.arguments)


def return_type(schema: Schema) -> str:
    """The C++ type that the kernel returns: references to its outs, or new values."""
    values = []
    for result in schema.returns:
        is_reference = result.type.plain == "Tensor" and (schema.outs or result.type.is_mutable)
        values.append(_value_type(result.type.plain) + ("&" if is_reference else ""))
    if not values:
        return "void"
    return values[0] if len(values) == 1 else f"std::tuple<{', '.join(values)}>"


def _parameter(argument: Argument, name: str) -> Parameter:
    plain = argument.type.plain
    type_ = _value_type(plain)
    if plain == "Tensor" and argument.type.is_mutable:
        type_ = f"{type_}&"
    elif plain in _BY_REFERENCE:
        type_ = f"const {type_}&"
    has_size = plain.removesuffix("?") == "bool[]"
    return Parameter(type_, name, argument.type.size if has_size else None)


def _value_type(plain: str) -> str:
    if plain == _GENERATOR:
        return "std::nullopt_t"
    if plain.endswith("?"):
        return f"std::optional<{_value_type(plain[:-1])}>"
    if plain.endswith("[]"):
        return f"{_AT}ArrayRef<{_value_type(plain[:-2])}>"
    return _VALUE[plain]
