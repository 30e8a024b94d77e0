"""Data about operators that is available without torch: ATen's schemas and core set, and the runtime's own
operators.

The tables are data files of this package; a script in `tools/dev` writes the table of schemas.
"""

import collections
import enum
import functools
import os
import re
from typing import TextIO

from etgen.errors import did_you_mean
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


def differs_from_aten(schema: Schema) -> Schema | None:
    """ATen's schema of the operator, if its arguments differ."""
    aten = aten_schema(schema.name)
    return aten if aten and _passed(aten) != _passed(schema) else None


def _passed(schema: Schema) -> list[tuple[str, bool]]:
    return [(argument.type.plain, argument.type.is_mutable) for argument in schema.arguments]


@functools.cache
def aten_overloads(base: str) -> tuple[str, ...]:
    """The full names of the out variants of `base` or `base_copy`, under the names that programs call."""
    names = [name for b in (base, f"{base}_copy") for name in _overloads().get(b, ())]
    schemas = (schema for name in names if (schema := aten_schema(name)))
    return tuple(sorted(str(s.name) for s in schemas if any(a.type.is_mutable for a in s.arguments)))


def torch_version() -> str:
    """The version of PyTorch from which the table of operators was made."""
    with _open("aten_schemas.txt") as file:
        version = re.search(r"torch (\S+);", file.readline())
    assert version, "the list says which version it is of"
    return version[1]


class Status(enum.Enum):
    """The result of exporting an operator with the core ATen decompositions.

    An in-place, out or copy variant has the status of the operator that it stands for.
    """

    CORE = "core"
    DECOMPOSED = "decomposed"
    PRIM = "prim"
    NOT_EVALUATED = "not evaluated"


def status(name: OpName) -> Status:
    """The status of an operator; custom ones are not evaluated."""
    return Status.PRIM if name in prim_ops() else torch_status(name)


def torch_status(name: OpName) -> Status:
    """The status of an operator in PyTorch, regardless of kernels."""
    line = _aten_lines().get(name.unqualified, "") if name.namespace == "aten" else ""
    return Status(line.partition("\t")[2] or Status.NOT_EVALUATED)


class Reviewed(collections.namedtuple("Reviewed", "status how", defaults=[""])):
    """The findings of the review that defined the core set: the status of an operator, and how it is
    decomposed.
    """


@functools.cache
def review() -> dict[OpName, Reviewed]:
    """The findings of the review, for each variant of an operator: functional, in-place, out."""
    findings = {}
    for line in _lines("review.txt"):
        name, status, *how = line.split("\t")
        reviewed = aten_schema(parse_op_name(f"aten::{name}"))
        assert reviewed is not None, name
        for variant in variants(reviewed):
            findings[variant.name] = Reviewed(Status(status), *how)
    return findings


def variants(schema: Schema) -> list[Schema]:
    """The variants of an ATen operator: in-place, functional, copy of a view, and out."""
    base = schema.name.base.removesuffix("_").removesuffix("_copy")
    overloads = _overloads()
    same = [aten_schema(name) for b in (base, f"{base}_", f"{base}_copy") for name in overloads.get(b, ())]
    return [other for other in same if other is not None and _inputs(other) == _inputs(schema)]


def _inputs(schema: Schema) -> list[tuple[str, str]]:
    inputs = [(a.type.plain, a.name) for a in schema.arguments if a not in schema.outs]
    # Out variants take the dtype, layout and device from the out.
    makes = {"dtype", "layout", "device", "pin_memory"}
    return [i for i in inputs if i[1] not in makes] if makes <= {name for _, name in inputs} else inputs


@functools.cache
def _overloads() -> dict[str, list[OpName]]:
    """The ATen operators by their names without overload."""
    result: dict[str, list[OpName]] = {}
    for text in _aten_lines():
        name = parse_op_name(f"aten::{text}")
        result.setdefault(name.base, []).append(name)
    return result


def as_programs_call(name: OpName) -> tuple[OpName, ...]:
    """The variants of an ATen operator that write to an out; none if there are none."""
    schema = aten_schema(name)
    return tuple(sorted(v.name for v in variants(schema) if v.outs)) if schema else ()


@functools.cache
def exported_as() -> dict[str, str]:
    """For operators that do not occur in programs, by name and overload, what an export replaces them by."""
    return dict(line.split("\t") for line in _lines("exported_as.txt"))


# Operators that PyTorch computes with LAPACK and BLAS: solvers and factorizations that are not decomposed.
LAPACK_OPS = frozenset(
    """_cholesky_solve_helper _linalg_det _linalg_eigh _linalg_eigvals _linalg_slogdet
    _linalg_solve_ex _linalg_svd _lu_with_info cholesky cholesky_inverse cholesky_solve geqrf
    linalg_cholesky_ex linalg_eig linalg_householder_product linalg_inv_ex linalg_ldl_factor
    linalg_ldl_factor_ex linalg_ldl_solve linalg_lstsq linalg_lu linalg_lu_factor
    linalg_lu_factor_ex linalg_lu_solve linalg_qr linalg_solve_triangular lu_solve ormqr orgqr
    triangular_solve""".split()
)

# ExecuTorch's own namespaces, in addition to ATen's.
_NAMESPACES = frozenset({"dim_order_ops", "et_copy", "executorch_prim", "quantized_decomposed"})


def ways_out(name: OpName) -> str:
    """A hint for an operator that a model calls and no library has."""
    if name.namespace != "aten":
        of_app = name.namespace not in _NAMESPACES
        shader = " (if it has a shader, by install(partitioner) of its et_shader_custom_op)" if of_app else ""
        return (
            f"it is an operator of {name.namespace}, not of PyTorch: add the kernel library that has it, "
            f"write a kernel and declare it in a custom_ops_yaml, lower it to a backend{shader}, "
            "or export without it"
        )
    if aten_schema(name) is None and name not in EXECUTORCH_OPS:
        other = did_you_mean(str(name), aten_names(), "an export by another version may have it")
        return f"PyTorch {torch_version()} has no such operator: {other}"
    kernel = "write a kernel (docs/howto/add_an_operator.md of rules_executorch)"
    if name.base in LAPACK_OPS:
        return (
            "PyTorch computes it with LAPACK, for which there are no kernels: compute it when the model is "
            f"exported if its input is a constant, {kernel}, or lower it to a backend"
        )
    if status(name) is Status.DECOMPOSED:
        how = review().get(name, Reviewed(Status.DECOMPOSED)).how
        return (
            f"{name} is decomposed by default{f' ({how})' if how else ''}: "
            f"export with the core decompositions, {kernel}, or lower it to a backend"
        )
    if status(name) is Status.CORE:
        return f"it is an operator of PyTorch, in the core ATen set: {kernel}, or lower it to a backend"
    return (
        f"it is an operator of PyTorch, outside of the core ATen set: {kernel}, lower it to a backend, or "
        "decompose it when the model is exported"
    )


def evaluated_ops() -> list[OpName]:
    """The operators that PyTorch or the review classifies as core or decomposed, under the names that
    programs call.
    """
    names = {parse_op_name(f"aten::{name}") for name, line in _aten_lines().items() if "\t" in line}
    names |= review().keys()
    return sorted({call for name in names for call in as_programs_call(name) or (name,)})


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


def _open(name: str) -> TextIO:
    return open(os.path.join(_DATA, name), encoding="utf-8")
