"""Generates `selected_calls.h`, what is true of all calls of each operator, and the tables with which a
registration checks calls.

Kernels compiled with RULES_EXECUTORCH_SELECTIVE_BUILD_CALLS rely on the header.
"""

import dataclasses
import struct
from collections.abc import Iterable

from etgen import call_facts, templates
from etgen.call_facts import ANY_NUMBER, CallFacts, Constant
from etgen.dtypes import DType
from etgen.errors import input_error
from etgen.resolution import Resolution, ResolvedOp
from etgen.variants import spelling

# As in include/call_facts.h: its flags and kinds.
_HOLDS = {
    "same_sizes": "kSameSizes",
    "same_dtypes": "kSameDtypes",
    "is_static": "kStatic",
    "is_contiguous": "kContiguous",
    "has_no_empty": "kNotEmpty",
}
_KINDS = {
    "none": "kNone",
    "bool": "kBool",
    "int": "kInt",
    "double": "kDouble",
    "ints": "kInts",
    "dtype": "kDtype",
}
# The registration refers to constants by numbers of 16 bits.
_MOST_CONSTANTS = 1 << 16


def header(resolved: Resolution) -> str:
    """The facts and constant arguments of the operators that have facts.

    All units of a library have all of it, because they share code that may depend on any of it.
    """
    known = sorted(with_facts(resolved), key=spelling)
    of_any = call_facts.of_all(op.used.facts for op in resolved.operators) or call_facts.UNKNOWN
    lists: dict[tuple[int, ...], int] = {}
    arguments: list[dict] = []
    for op in known:
        for index, constant in fixed(op):
            numbers = constant.value if constant.kind == "ints" and constant.value else None
            arguments.append(
                {
                    "op": spelling(op),
                    "index": index,
                    "kind": _KINDS[constant.kind],
                    "number": constant.value.hex() if constant.kind == "double" else "0",
                    "integer": _integer(constant),
                    "list": lists.setdefault(numbers, len(lists)) if numbers else None,
                }
            )
    return templates.render(
        "selected_calls.h",
        operators=[*((spelling(op), op.used.facts, *dtypes(op)) for op in known), ("", of_any, None, None)],
        arguments=arguments,
        lists=[", ".join(map(_int64, numbers)) for numbers in lists],
    )


def fixed(op: ResolvedOp) -> list[tuple[int, Constant]]:
    """The arguments of an operator that are constants, by number, without return slots."""
    constants = op.used.facts.fixed if op.used.facts else ()
    count = len(op.schema.arguments)
    return [(index, call_facts.parse_constant(text)) for index, text in constants if index < count]


def dtypes(op: ResolvedOp) -> tuple[DType | None, DType | None]:
    """The dtype of all tensors in all calls that are no outs, and that of the outs; None if there is none."""
    constants = {index: constant.value for index, constant in fixed(op) if constant.kind in ("dtype", "none")}
    arguments = op.schema.arguments
    first_out = len(arguments) - len(op.schema.outs)
    tensors = [index for index, argument in enumerate(arguments) if argument.type.base == "Tensor"]
    if op.used.facts and op.used.facts.same_dtypes:
        one = _only(constants[index] for index in tensors if constants.get(index) is not None)
        return one, one
    reads = [constants.get(index, ...) for index in tensors if index < first_out]
    writes = [constants.get(index, ...) for index in tensors if index >= first_out]
    return _only(dtype for dtype in reads if dtype is not None), _only(writes)


def _only(values: Iterable) -> DType | None:
    """The value that all of these are, if it is a dtype."""
    different = set(values)
    (one,) = different if len(different) == 1 else (None,)
    return one if isinstance(one, DType) else None


def of_kernel(op: ResolvedOp) -> CallFacts:
    """The facts that the kernel of an operator is compiled for, without those of return slots."""
    assert op.used.facts
    constants = tuple((index, str(constant)) for index, constant in fixed(op))
    return dataclasses.replace(op.used.facts, fixed=constants)


def _integer(constant: Constant) -> str:
    if constant.kind == "ints":
        return str(len(constant.value))
    return _int64(constant.value) if constant.kind in ("bool", "int", "dtype") else "0"


def _int64(number: int) -> str:
    # The least number has no literal: C++ negates a literal that is out of range.
    return "-9223372036854775807 - 1" if number == -(2**63) else str(int(number))


def tables(resolved: Resolution) -> dict[str, list]:
    """The tables of a registration: a row of facts for each operator that has some, in order."""
    constants: list[int] = []
    rows: list[dict] = []
    arguments: list[dict] = []
    for op in with_facts(resolved):
        facts = of_kernel(op)
        dtype, of_outs = dtypes(op)
        only = dtype if facts.same_dtypes and dtype is of_outs else None
        # A dtype that all tensors have is compared with each of them. That an optional one is there is not.
        types = [argument.type.plain for argument in op.schema.arguments]
        own = [
            (index, constant)
            for index, constant in fixed(op)
            if not (only is not None and constant.kind == "dtype" and types[index] == "Tensor")
        ]
        holds = [flag for name, flag in _HOLDS.items() if getattr(facts, name)]
        rows.append(
            {
                "op": op.name,
                "max_numel": "UINT32_MAX" if facts.max_numel == ANY_NUMBER else facts.max_numel,
                "min_rank": facts.min_rank,
                "max_rank": facts.max_rank,
                "holds": " | ".join(holds) or "0",
                "dtype": "kAnyDtype" if only is None else only.value,
                "count": len(own),
                "first": len(arguments) if own else 0,
            }
        )
        for index, constant in own:
            numbers = _numbers(constant)
            size = {"bool": 1, "dtype": constant.value}.get(constant.kind, 8 * len(numbers))
            arguments.append(
                {
                    "op": op.name,
                    "constant": _place_of(numbers, constants),
                    "index": index,
                    "type": _KINDS[constant.kind],
                    "bytes": int(size),
                }
            )
    if max(len(constants), len(arguments)) >= _MOST_CONSTANTS:
        what = f"a registration compares calls with fewer than {_MOST_CONSTANTS} constants"
        raise input_error(what, "build it without call_selective_build", op=resolved.label)
    return {"facts": rows, "fixed": arguments, "constants": list(map(_int64, constants))}


def with_facts(resolved: Resolution) -> list[ResolvedOp]:
    """The operators whose kernels are compiled for the calls of the models."""
    return [op for op in resolved.operators if op.used.facts] if resolved.by_calls else []


def _numbers(constant: Constant) -> list[int]:
    """What a registration compares an argument with."""
    if constant.kind in ("none", "dtype"):
        return []
    if constant.kind == "double":
        return [struct.unpack("<q", struct.pack("<d", constant.value))[0]]
    return list(map(int, constant.value)) if constant.kind == "ints" else [int(constant.value)]


def _place_of(numbers: list[int], constants: list[int]) -> int:
    """Where the numbers are among the constants, to which they are added if they are not there."""
    for place in range(len(constants) - len(numbers) + 1):
        if constants[place : place + len(numbers)] == numbers:
            return place
    constants += numbers
    return len(constants) - len(numbers)
