"""Generates `selected_op_variants.h`: the dtypes that each operator needs, as a constexpr predicate.

Kernels compiled with EXECUTORCH_SELECTIVE_BUILD_DTYPE are only instantiated for these dtypes.
"""

import hashlib
from collections.abc import Iterable

from etgen import call_facts, templates
from etgen.dtypes import COMPLEX, DType
from etgen.resolution import Resolution, ResolvedOp


def header(resolved: Resolution) -> str:
    """The predicate over all operators of the resolution."""
    return predicate(resolved.operators)


def predicate(operators: Iterable[ResolvedOp]) -> str:
    """`should_include_kernel_dtype(operator, dtype)` for these operators."""
    return templates.render(
        "selected_op_variants.h",
        operators=[{"name": spelling(op), "dtypes": names(op.used.dtypes)} for op in operators],
    )


def any_operator_predicate(operators: Iterable[ResolvedOp]) -> str:
    """The predicate for shared code: for every name, whether any operator needs the dtype."""
    dtypes = names(_dtypes_of_any(operators))
    return templates.render("selected_op_variants.h", operators=[{"name": None, "dtypes": dtypes}])


def shared_code(resolved: Resolution) -> str:
    """The macros for shared code, in addition to the predicate.

    Several libraries of an app may compile shared code for different dtypes and calls. Its namespace depends
    on these, so that no library is linked with the code of another, which lacks some of them.
    """
    dtypes = _dtypes_of_any(resolved.operators)
    kinds = []
    without_complex = "" if dtypes is None or dtypes & COMPLEX else "#define ETK_WITHOUT_COMPLEX 1\n"
    if dtypes is not None and (resolved.by_dtype or without_complex):
        # Bit d stands for dtype d: short type names keep the binary small.
        kinds.append(f"{sum(1 << dtype for dtype in dtypes):x}" if resolved.by_dtype else "real")
    if resolved.by_calls:
        facts = [f"{op.name} {call_facts.dump(op.used.facts)}" for op in resolved.operators if op.used.facts]
        kinds.append(hashlib.sha256("\n".join(facts).encode()).hexdigest()[:8])
    return without_complex + (f"#define etk etk_{'_'.join(kinds)}\n" if kinds else "")


def are_compiled_alike(a: Resolution, b: Resolution) -> bool:
    """Whether a source of two libraries is compiled to the same code for both."""
    if a.by_dtype or b.by_dtype or a.by_calls or b.by_calls:
        return False
    return shared_code(a) == shared_code(b)


def _dtypes_of_any(operators: Iterable[ResolvedOp]) -> frozenset[DType] | None:
    """All dtypes that any of the operators must support; None for all dtypes."""
    each = [op.used.dtypes for op in operators]
    known = [dtypes for dtypes in each if dtypes is not None]
    return frozenset[DType]().union(*known) if len(known) == len(each) else None


def names(dtypes: frozenset[DType] | None) -> list[str] | None:
    return None if dtypes is None else [d.name for d in sorted(dtypes)]


def spelling(op: ResolvedOp) -> str:
    """The name that a kernel queries: ATen's operators without their namespace."""
    return op.name.unqualified if op.name.namespace == "aten" else str(op.name)
