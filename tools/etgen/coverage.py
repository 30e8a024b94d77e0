"""How much of the core ATen operator set kernel libraries cover."""

from collections.abc import Iterable

from etgen import opset
from etgen.library import KernelLibrary
from etgen.opset import Status
from etgen.schema import OpName


def table(libraries: Iterable[KernelLibrary]) -> str:
    """Counts by status, then the core operators that have no kernel.

    A core operator stands for the variants that programs call: those that write to an out, of the operator
    itself or of its `_copy` twin.
    """
    having: set[OpName] = set()
    for lib in libraries:
        having |= {name for name, entry in lib.entries.items() if entry.kernels}
    core = opset.core_ops()
    missing = [name for name in core if name not in having]
    lines = [f"core ATen operators with a kernel: {len(core) - len(missing)} of {len(core)}"]
    for status in (Status.DECOMPOSED, Status.NOT_EVALUATED):
        others = [name for name in having if opset.status(name) is status]
        lines.append(f"{status.value} operators with a kernel: {len(others)}")
    lines += [f"  no kernel: {name}" for name in missing]
    return "\n".join(lines) + "\n"
