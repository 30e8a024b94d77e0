"""Checks that the arguments of an instruction match the schema of its kernel, in number and type.

The registration checks the same when the method runs, and fails the call.
"""

from etgen import cpp_types
from etgen.program_values import Call, Kind
from etgen.schema import Argument, Schema

_NUMBERS = frozenset({Kind.INT, Kind.BOOL, Kind.DOUBLE})
_LISTS_OF_NUMBERS = frozenset({Kind.INT_LIST, Kind.BOOL_LIST, Kind.DOUBLE_LIST})
_INT, _INT_LIST = frozenset({Kind.INT}), frozenset({Kind.INT_LIST})

# The kinds of values that a required argument accepts, by the schema's type; see `get` and `converted` in
# include/kernel_boxing.h. Other types are not checked.
_KINDS = {
    "Tensor": frozenset({Kind.TENSOR}),
    "Tensor[]": frozenset({Kind.TENSOR_LIST}),
    "Tensor?[]": frozenset({Kind.OPTIONAL_TENSOR_LIST}),
    "int": _INT,
    "ScalarType": _INT,
    "MemoryFormat": _INT,
    "Layout": _INT,
    "float": frozenset({Kind.DOUBLE}),
    "bool": frozenset({Kind.BOOL}),
    "str": frozenset({Kind.STRING}),
    "Scalar": _NUMBERS,
    "int[]": _INT_LIST,
    "int?[]": _INT_LIST,
    "ScalarType[]": _INT_LIST,
    "float[]": frozenset({Kind.DOUBLE_LIST}),
    "float?[]": frozenset({Kind.DOUBLE_LIST}),
    "bool[]": frozenset({Kind.BOOL_LIST}),
    "bool?[]": frozenset({Kind.BOOL_LIST}),
    "Scalar[]": _LISTS_OF_NUMBERS,
    "str[]": frozenset({Kind.STRING}),
}


def mismatch(call: Call, schema: Schema) -> str | None:
    """The mismatch between a call and the schema; None if they match."""
    arguments = schema.arguments
    expected = len(arguments) + max(1, len(cpp_types.results(schema)))
    if len(call.values) != expected:
        passed = f"{len(call.values)} values, the return slot included"
        return f"called with {passed}, where its kernel takes {expected}"
    for argument, value in zip(arguments, call.values, strict=False):
        if value.kind is not None and value.kind not in _allowed(argument):
            passed = f"{value.kind.label} for {argument.name}"
            return f"called with {passed}, where its kernel takes {argument.type}"
    return None


def _allowed(argument: Argument) -> frozenset[Kind]:
    plain = argument.type.plain
    required = plain.removesuffix("?")
    kinds = _KINDS.get(required, frozenset(Kind))
    return kinds | {Kind.NULL} if plain != required else kinds
