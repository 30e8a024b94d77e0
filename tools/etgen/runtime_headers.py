"""Generates headers for apps that compile the runtime themselves: its own operators, and its registry's size.

A runtime that is compiled with ET_PRIM_OPS_SELECTIVE_BUILD reads `selected_prim_ops.h`; any runtime reads
`executorch/runtime/kernel/selected_max_kernel_num.h` if it is on the include path.
"""

import re
from collections.abc import Iterable

from etgen import opset, templates
from etgen.resolution import Resolution
from etgen.schema import OpName


def prim_ops_header(selected: Iterable[OpName], include_all: bool) -> str:
    """Selects these of the runtime's operators. A header without names selects all of them."""
    macros = [] if include_all else sorted(map(_macro, selected))
    return templates.render("selected_prim_ops.h", macros=macros)


def _macro(name: OpName) -> str:
    return "INCLUDE_" + re.sub(r"[:._]+", "_", str(name)).upper()


def registry_header(resolutions: Iterable[Resolution], more_kernels: int) -> str:
    """Sizes the registry for all kernels of these registration libraries, of the runtime, and `more_kernels`
    others.
    """
    registered = sum(len(op.kernels) for resolved in resolutions for op in resolved.operators)
    kernels = registered + len(opset.prim_ops()) + more_kernels
    return templates.render("selected_max_kernel_num.h", kernels=kernels)
