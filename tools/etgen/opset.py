"""What is known of operators without torch: ATen's schemas and core set, and the runtime's own operators.

The tables are data files beside this module; that of the schemas is made by a script of `tools/dev`.
"""

import enum
import functools
import os

from etgen.schema import OpName, Schema, parse_op_name, parse_schema

_DATA = os.path.join(os.path.dirname(__file__), "data")


# Operators that ExecuTorch adds to ATen's namespace, by yaml entries with schemas of their own.
EXECUTORCH_OPS = frozenset({OpName("aten", "allclose", "Tensor"), OpName("aten", "allclose", "out")})


@functools.cache
def aten_names() -> frozenset[str]:
    """The full names of all ATen operators (`aten::add.out`)."""
    with _open("aten_schemas.txt") as lines:
        return frozenset("aten::" + line[: line.index("(")] for line in lines if line[0] != "#")


@functools.cache
def _aten_lines() -> dict[str, str]:
    """Schema text, and its status after a tab, by operator name without namespace."""
    return {line.partition("(")[0]: line for line in _lines("aten_schemas.txt")}


@functools.cache
def aten_schema(name: OpName) -> Schema | None:
    """The schema of an ATen operator, out variants included; None if there is no such operator."""
    if name.namespace != "aten":
        return None
    line = _aten_lines().get(name.unqualified)
    return parse_schema(line.partition("\t")[0]) if line else None


@functools.cache
def aten_overloads(base: str) -> tuple[str, ...]:
    """The full names of the ATen operators called `base` that write to an argument: what programs call."""
    lines = (line for name, line in _aten_lines().items() if name.partition(".")[0] == base)
    schemas = (parse_schema(line.partition("\t")[0]) for line in lines)
    return tuple(sorted(str(s.name) for s in schemas if any(a.type.is_mutable for a in s.arguments)))


class Status(enum.Enum):
    """What becomes of an operator when a model is exported with the core ATen decompositions.

    An in-place, out or copy variant has the status of the operator that it stands for.
    """

    CORE = "core"
    DECOMPOSED = "decomposed"
    PRIM = "prim"
    NOT_EVALUATED = "not evaluated"


def status(name: OpName) -> Status:
    """The status of an operator; custom ones are not evaluated."""
    if name in prim_ops():
        return Status.PRIM
    line = _aten_lines().get(name.unqualified, "") if name.namespace == "aten" else ""
    return Status(line.partition("\t")[2] or Status.NOT_EVALUATED)


def decomposition(name: OpName) -> str | None:
    """How the core ATen decompositions take an operator apart, if the review of the core set says so."""
    known = dict(line.split("\t") for line in _lines("decompositions.txt") if "\t" in line)
    overload = name.overload.removesuffix("out").removesuffix("_")
    return known.get(f"{name.base}.{overload}" if overload else name.base) or known.get(name.base)


def how_to_avoid(name: OpName) -> str | None:
    """A hint for an operator without kernel that a model need not contain."""
    if status(name) is not Status.DECOMPOSED:
        return None
    how = decomposition(name)
    return (
        f"{name} is decomposed by default{f' ({how})' if how else ''}: "
        "export with the core decompositions, or add a kernel"
    )


def core_ops() -> list[OpName]:
    """The core operators as programs call them: their variants that write to an out."""
    names = (
        parse_op_name(f"aten::{name}") for name, line in _aten_lines().items() if line.endswith("\tcore")
    )
    schemas = (schema for name in names if (schema := aten_schema(name)) and schema.outs)
    return sorted(schema.name for schema in schemas)


@functools.cache
def prim_ops() -> frozenset[OpName]:
    """The operators that the runtime library registers itself."""
    return frozenset(map(parse_op_name, _lines("prim_ops.txt")))


def _lines(name: str) -> list[str]:
    with _open(name) as file:
        return [line for line in file.read().splitlines() if not line.startswith("#")]


def _open(name: str):
    return open(os.path.join(_DATA, name), encoding="utf-8")
