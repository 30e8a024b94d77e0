"""Replays calls on kernels and compares the outs with PyTorch's results."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator

import torch
from etgen import opset

from kernel_testing.eager import Call
from kernel_testing.host import COMPLEX, DTYPES, Host, HostError, Out, to_bytes

# Operators whose outs hold anything, or random numbers.
_HOLD_ANYTHING = frozenset({"empty", "empty_strided", "rand", "randn", "randperm"})

# Operators that write to an out of any dtype.
_FILLS = frozenset(
    {"_to_copy", "empty", "empty_strided", "full", "full_like", "ones", "scalar_tensor", "zeros"}
)

# Operators with complex tensors.
_TAKE_COMPLEX = frozenset({"_fft_c2c", "_fft_c2r", "_fft_r2c", "view_as_real_copy"})

# Operators that choose among equal elements, and where their dim is among the arguments.
_CHOOSES = {"aten::sort.values": 1, "aten::topk.values": 2}

# Operators that compute in whatever dtype their out has.
_COMPUTE_IN_OUT = frozenset({"prod", "sum"})

PASSED, WRONG, REFUSED, CRASHED, SKIPPED = "passed", "wrong", "refused", "crashed", "skipped"


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What came of a replayed call; `why` says more where it did not pass."""

    call: Call
    outcome: str
    why: str = ""


def tensors_of(call: Call) -> list[torch.Tensor]:
    """All tensors of a call, those inside of lists and the results included."""
    return [t for t in _flatten([*call.inputs, *call.expected]) if isinstance(t, torch.Tensor)]


def replay(host: Host, call: Call, memory_format: torch.memory_format = torch.contiguous_format) -> Verdict:
    """Calls the kernel with the inputs of the call and outs that fit the expected results.

    With `torch.channels_last`, all tensors of four dimensions are laid out so.
    """
    if not _is_possible(call) or any(t.layout != torch.strided for t in tensors_of(call)):
        return Verdict(call, SKIPPED, "a dtype or layout that a .pte cannot hold")
    outs = [Out(_laid_out(garbage_like(expected), memory_format)) for expected in call.expected]
    inputs = [_laid_out(value, memory_format) for value in call.inputs]
    for i, argument in enumerate(opset.aten_schema(call.op).arguments[: len(inputs)]):
        if argument.type.is_mutable:
            inputs[i] = Out(inputs[i])
        elif argument.type.plain == "MemoryFormat?" and inputs[i] is not None:
            inputs[i] = 0 if memory_format == torch.contiguous_format else None  # as the outs are laid out
    outs = [] if is_in_place(call) else [outs] if _writes_to_list(call) else outs
    values = [*inputs, *outs]
    try:
        answer = host.call(str(call.op), values)
    except HostError as error:
        return Verdict(call, CRASHED, str(error))
    if answer.error:
        return Verdict(call, REFUSED, f"error 0x{answer.error:x}")
    if not answer.intact:
        return Verdict(call, WRONG, "wrote to memory that is not an out's")
    if call.op.base in _HOLD_ANYTHING:
        return Verdict(call, PASSED)
    changed = () if is_in_place(call) else call.changed
    for got, expected in zip(answer.outs, changed, strict=False):
        if why := difference(got, expected):
            return Verdict(call, WRONG, f"input: {why}")
    outs = answer.outs[len(changed) :]
    outs = outs if not _is_another_choice(call, outs) else call.expected
    for i, (got, expected) in enumerate(zip(outs, call.expected, strict=True)):
        why = difference(got, expected)
        if why and not is_as_exact(got, expected, call, i):
            return Verdict(call, WRONG, f"out {i}: {why}")
    return Verdict(call, PASSED)


def _is_possible(call: Call) -> bool:
    """Whether the kernel's tensors can have the dtypes that the call's have."""
    possible = DTYPES | COMPLEX if call.op.base in _TAKE_COMPLEX else DTYPES
    return all(t.dtype in possible for t in tensors_of(call))


def is_as_exact(got: torch.Tensor, expected: torch.Tensor, call: Call, out: int) -> bool:
    """Whether a floating point result is as near to the exact one, computed in float64, as PyTorch's own is.

    Where terms cancel each other, two right results may differ by more than the dtype's tolerance. The error
    of each element may then be as large as the largest of PyTorch's errors, plus that tolerance.
    """
    exact = call.exactly()[out] if expected.is_complex() or expected.is_floating_point() else None
    if expected.is_complex():
        got, expected, exact = (torch.view_as_real(t.resolve_conj()) for t in (got, expected, exact))
    if exact is None or got.shape != expected.shape:
        return False
    exact = exact.double()
    rtol, atol = torch.testing._comparison.default_tolerances(expected.dtype)
    finite = exact.isfinite() & expected.isfinite()
    if not torch.equal(got.isfinite() & exact.isfinite(), finite) or not finite.any():
        return False
    allowed = (expected.double() - exact).abs()[finite].max() + atol + rtol * exact.abs()
    same = torch.where(finite, (got.double() - exact).abs() <= allowed, True)
    special = torch.isclose(got, expected, equal_nan=True) | finite
    return bool((same & special).all())


def _is_another_choice(call: Call, outs: list[torch.Tensor]) -> bool:
    """Whether topk or sort chose others among equal elements, or another order where none is asked for."""
    if str(call.op) not in _CHOOSES or [out.shape for out in outs] != [out.shape for out in call.expected]:
        return False
    self, dim = call.inputs[0], call.inputs[_CHOOSES[str(call.op)]]
    is_unsorted = call.op.base == "topk" and not call.inputs[-1]
    values, indices = outs
    if self.dim() == 0 or not bool(((indices >= 0) & (indices < self.shape[dim])).all()):
        return False
    in_order = [v.sort(dim).values if is_unsorted else v for v in (values, call.expected[0])]
    distinct = indices.sort(dim).values.diff(dim=dim) != 0
    if not values.dtype.is_floating_point:
        self, values = self.long(), values.long()  # PyTorch gathers no large unsigned integers
    same = not difference(self.gather(dim, indices), values) and not difference(*in_order)
    return same and bool(distinct.all())


def difference(got: torch.Tensor, expected: torch.Tensor) -> str:
    """How a result differs from the expected one by more than its dtype allows; empty if it does not."""
    try:
        torch.testing.assert_close(got, expected.contiguous(), equal_nan=True, check_stride=False)
    except AssertionError as error:
        return " ".join(str(error).split())
    return ""


def garbage_like(expected: torch.Tensor) -> torch.Tensor:
    """A contiguous tensor of the same shape and dtype, whose content is not the result by chance."""
    if expected.dtype.is_floating_point:
        return torch.full(expected.shape, math.nan, dtype=expected.dtype)
    return torch.full(expected.shape, 1 if expected.dtype == torch.bool else 77, dtype=expected.dtype)


def wrong_calls(call: Call) -> Iterator[tuple[str, list[object], list[Out]]]:
    """Calls that are wrong in one way each: what is wrong, the values, and the outs among them."""
    if not _is_possible(call) or _writes_to_list(call) or is_in_place(call):
        return
    outs = [garbage_like(expected) for expected in call.expected]

    def with_out(tensor: torch.Tensor) -> tuple[list[object], list[Out]]:
        changed = [Out(tensor), *(Out(out) for out in outs[1:])]
        return [*call.inputs, *changed], changed

    # A static out of another shape, one dimension more, and a dtype that no result can be cast to.
    if outs[0].dim() > 0 and outs[0].numel() > 0:
        grown = outs[0].new_full([outs[0].shape[0] + 1, *outs[0].shape[1:]], 1)
        yield "the out has another size", *with_out(grown)
    yield "the out has another rank", *with_out(outs[0].new_full([2, 3, *outs[0].shape], 1))
    if outs[0].dtype.is_floating_point and call.op.base not in _FILLS | _COMPUTE_IN_OUT:
        yield "the out cannot hold the result", *with_out(torch.ones(outs[0].shape, dtype=torch.bool))
    arguments = opset.aten_schema(call.op).arguments
    for i, (argument, value) in enumerate(zip(arguments, call.inputs, strict=False)):
        if argument.name in ("dim", "dims") and value is not None:
            wrong = [100] * max(len(value), 1) if isinstance(value, list) else 100
            values = [*call.inputs[:i], wrong, *call.inputs[i + 1 :]]
            fresh = [Out(out) for out in outs]
            yield f"{argument.name} is out of range", [*values, *fresh], fresh


def same_bytes(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether two tensors have the same shape and, NaN included, the same content."""
    return a.shape == b.shape and to_bytes(a) == to_bytes(b)


def _laid_out(value: object, memory_format: torch.memory_format) -> object:
    if isinstance(value, list):
        return type(value)(_laid_out(item, memory_format) for item in value)
    if isinstance(value, torch.Tensor) and value.dim() == 4:
        return value.contiguous(memory_format=memory_format)
    return value


def is_in_place(call: Call) -> bool:
    """Whether the operator writes to its first argument and has no outs."""
    return not opset.aten_schema(call.op).outs


def _writes_to_list(call: Call) -> bool:
    schema = opset.aten_schema(call.op)
    return bool(schema.outs) and schema.outs[0].type.plain == "Tensor[]"


def _flatten(values: list) -> list:
    return [
        item for value in values for item in (_flatten(value) if isinstance(value, list | tuple) else [value])
    ]
