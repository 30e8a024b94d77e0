"""Messages of `etgen resolve` about calls that no kernel serves: the reason, and what to add."""

from collections.abc import Iterable, Sequence

from etgen import opset
from etgen.choice import Candidate
from etgen.dtypes import describe
from etgen.errors import Problem, nearest
from etgen.kernel_key import describe_key
from etgen.library import DEFAULT_PLACE, KernelLibrary
from etgen.schema import OpName
from etgen.selected_op import SelectedOp


def operator(
    name: OpName,
    used: SelectedOp,
    found: Sequence[Candidate],
    place: str,
    libraries: Sequence[KernelLibrary],
    known: Iterable[KernelLibrary],
) -> Problem:
    """An operator without a kernel for the place; `found` has kernels for other places, `known` is only for
    hints.
    """
    if found:
        places = sorted({c.place for c in found})
        what = f"its kernels are for {', '.join(places)}, and the app runs on {place}"
        hint = f"add a kernel library for {place}"
        if place != DEFAULT_PLACE:
            hint += ", or leave out the place" if DEFAULT_PLACE in places else f" or {DEFAULT_PLACE}"
    else:
        what, hint = "no kernel library of the app has it", _who_has(name, libraries, known)
    return Problem(what + _wanted_by(used), hint, op=str(name))


def call(name: OpName, used: SelectedOp, key: str, usable: Sequence[Candidate]) -> Problem:
    """A call of an operator that has kernels, but none for this key or dtype."""
    what = f"no kernel for a call with {key}{_wanted_by(used)}"
    served = sorted({k for c in usable for k in c.kernel.keys or ()})
    taken = [f"{c.kernel.name} takes {describe(c.kernel.dtypes)}" for c in usable if c.kernel.dtypes]
    kernels = [f"there are kernels for {'; '.join(map(describe_key, served[:3]))}"] if served else []
    hint = "; ".join([*kernels, *taken, "add one for this call, or a default kernel"])
    if taken:
        hint += ", or export the model in other dtypes"
    return Problem(what, hint, op=str(name))


def _who_has(name: OpName, libraries: Sequence[KernelLibrary], known: Iterable[KernelLibrary]) -> str:
    for lib in known:
        if name in lib.entries:
            return f"kernel library {lib.name} has it: add {lib.label} to deps"
    custom = {
        str(op): lib.name for lib in (*libraries, *known) for op in lib.entries if op.namespace != "aten"
    }
    # For ATen's operators, a misspelt name is found with PyTorch's own list.
    match = nearest(str(name), custom) if name.namespace != "aten" else None
    if match:
        return f"the nearest is {match}, which {custom[match]} has: the names must be equal"
    asked = ", ".join(lib.name for lib in libraries) or "none"
    return f"{opset.ways_out(name)} (kernel libraries searched: {asked})"


def _wanted_by(used: SelectedOp) -> str:
    return f" (needed by {', '.join(sorted(used.sources))})" if used.sources else ""
