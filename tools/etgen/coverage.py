"""The core ATen operator set: the status of each operator, and which have a kernel in kernel libraries."""

from collections.abc import Iterable

from etgen import opset
from etgen.library import KernelLibrary
from etgen.opset import Status
from etgen.schema import OpName
from etgen.text_table import aligned


def table(libraries: Iterable[KernelLibrary]) -> str:
    """Counts by status, if there are libraries, and a row for each operator that has a status or a kernel.

    Operators are named as programs call them: by the variant that writes to an out, of the operator itself or
    of its `_copy` twin.
    """
    owners: dict[OpName, list[str]] = {}
    libraries = list(libraries)
    for lib in libraries:
        for name, entry in lib.entries.items():
            if entry.kernels:
                owners.setdefault(name, []).append(lib.name)
    rows = [_row(name, owners) for name in sorted({*opset.evaluated_ops(), *owners})]
    header: tuple[str, ...] = (
        "operator",
        f"torch {opset.torch_version()}",
        "review",
        "kernel",
        "decomposition",
    )
    if not libraries:
        header, *rows = [(*row[:3], row[4]) for row in (header, *rows)]
    return (_counts(owners) + "\n" if libraries else "") + aligned(header, rows, numbers=set())


def _row(name: OpName, owners: dict[OpName, list[str]]) -> tuple[str, ...]:
    reviewed = opset.review().get(name)
    return (
        str(name),
        opset.torch_status(name).value,
        reviewed.status.value if reviewed else "-",
        ", ".join(owners.get(name, ())) or ("the runtime" if name in opset.prim_ops() else "-"),
        reviewed.how if reviewed else "",
    )


def _counts(having: Iterable[OpName]) -> str:
    core = opset.core_ops()
    lines = [f"core ATen operators with a kernel: {sum(name in having for name in core)} of {len(core)}"]
    for status in (Status.DECOMPOSED, Status.NOT_EVALUATED):
        others = [name for name in having if opset.status(name) is status]
        lines.append(f"{status.value} operators with a kernel: {len(others)}")
    return "\n".join(lines) + "\n"
