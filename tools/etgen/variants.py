"""`selected_op_variants.h`: the dtypes each operator is needed for, as a constexpr predicate.

Kernels that are compiled with EXECUTORCH_SELECTIVE_BUILD_DTYPE instantiate themselves for what it admits.
"""

from collections.abc import Iterable

from etgen import templates
from etgen.dtypes import COMPLEX, DType
from etgen.resolution import Resolution, ResolvedOp


def header(resolved: Resolution) -> str:
    """The predicate over all operators of the resolution."""
    return predicate(resolved.operators)


def predicate(operators: Iterable[ResolvedOp]) -> str:
    """`should_include_kernel_dtype(operator, dtype)` for these operators."""
    return templates.render(
        "selected_op_variants.h",
        operators=[{"name": _spelling(op), "dtypes": names(op.used.dtypes)} for op in operators],
    )


def any_operator_predicate(operators: Iterable[ResolvedOp]) -> str:
    """The same for code that operators share: whatever the name, whether any operator needs the dtype."""
    dtypes: frozenset[DType] | None = frozenset()
    for op in operators:
        needed = op.used.dtypes
        dtypes = None if dtypes is None or needed is None else dtypes | needed
    return templates.render("selected_op_variants.h", operators=[{"name": None, "dtypes": names(dtypes)}])


def any_complex(operators: Iterable[ResolvedOp]) -> bool:
    """Whether any operator may be called with complex numbers."""
    return any(op.used.dtypes is None or op.used.dtypes & COMPLEX for op in operators)


def names(dtypes: frozenset[DType] | None) -> list[str] | None:
    return None if dtypes is None else [d.name for d in sorted(dtypes)]


def _spelling(op: ResolvedOp) -> str:
    """The name a kernel asks for: ATen's operators without their namespace."""
    return op.name.unqualified if op.name.namespace == "aten" else str(op.name)
