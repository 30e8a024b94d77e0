"""What is known of operators without torch: ATen's schemas, and the runtime's own operators.

Both tables are data files beside this module, each made by a script of `tools/dev`.
"""

import functools
import os

from etgen.schema import OpName, Schema, parse_op_name, parse_schema

_DATA = os.path.join(os.path.dirname(__file__), "data")


@functools.cache
def _aten_lines() -> dict[str, str]:
    """Schema text by operator name without namespace."""
    schemas = (line.partition("\t")[0] for line in _lines("aten_schemas.txt"))
    return {schema.partition("(")[0]: schema for schema in schemas}


@functools.cache
def aten_schema(name: OpName) -> Schema | None:
    """The schema of an ATen operator, out variants included; None if there is no such operator."""
    if name.namespace != "aten":
        return None
    text = _aten_lines().get(name.unqualified)
    return parse_schema(text) if text else None


@functools.cache
def aten_names() -> frozenset[str]:
    """The full names of all ATen operators (`aten::add.out`)."""
    return frozenset(f"aten::{name}" for name in _aten_lines())


@functools.cache
def aten_overloads(base: str) -> tuple[str, ...]:
    """The full names of the ATen operators called `base` that write to an argument: what programs call."""
    schemas = (parse_schema(t) for n, t in _aten_lines().items() if n.partition(".")[0] == base)
    return tuple(sorted(str(s.name) for s in schemas if any(a.type.is_mutable for a in s.arguments)))


@functools.cache
def prim_ops() -> frozenset[OpName]:
    """The operators that the runtime library registers itself."""
    return frozenset(map(parse_op_name, _lines("prim_ops.txt")))


def _lines(name: str) -> list[str]:
    with open(os.path.join(_DATA, name), encoding="utf-8") as file:
        return [line for line in file.read().splitlines() if not line.startswith("#")]
