"""Matches functional overloads with out variants by their schemas."""

from __future__ import annotations

import functools

from etgen import opset
from etgen.schema import OpName, Schema, parse_op_name

# Arguments of functional operators that describe the created tensor. Out variants take them from the out.
OF_THE_OUT = frozenset({"dtype", "layout", "device", "pin_memory"})


@functools.cache
def out_variant(functional: str, known: frozenset[OpName]) -> Schema | None:
    """The out variant, among the known operators, of a functional ATen operator."""
    schema = opset.aten_schema(parse_op_name(functional))
    if schema is None:
        return None
    for base in (schema.name.base, f"{schema.name.base}_copy"):
        for name in sorted(known):
            if name.base == base and (out := opset.aten_schema(name)) and same_inputs(schema, out):
                return out
    return None


def same_inputs(functional: Schema, out: Schema) -> bool:
    """Whether a functional variant has the inputs of the out variant."""
    return _inputs(functional, out) == _inputs(out, out)


def _inputs(schema: Schema, out: Schema) -> list[tuple[str, str]]:
    """Types and names of the inputs that the out variant also has."""
    outs = {argument.name for argument in out.outs}
    kept = {argument.name for argument in out.arguments} - outs
    return [
        (argument.type.plain, argument.name)
        for argument in schema.arguments
        if argument.name in kept or argument.name not in OF_THE_OUT | outs
    ]
