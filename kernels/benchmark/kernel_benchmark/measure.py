"""Times contenders in turns, so that other load on the machine affects all of them in the same way."""

from __future__ import annotations

import dataclasses
import random
import statistics
from collections.abc import Sequence

import torch

from kernel_benchmark.cases import Case
from kernel_benchmark.contenders import Contender, Peak, Timed, Torch, settle
from kernel_benchmark.dtype_cases import LABELS

# The number of times that all contenders allocate memory for a case: the placement of pages may influence all
# turns.
PLACES = 3

# Contenders whose calls take this many times the duration of a turn are only timed with the first placement.
_LONG = 10


@dataclasses.dataclass
class Timing:
    """Seconds of a call by contender, and their ratio to PyTorch's.

    The seconds are medians of all rounds, or the minimum, for machines with other load.

    Attributes:
      wrong: the contenders whose result differs from PyTorch's.
      of_peak: the share of the peak that each contender reaches; the peak is measured in turns with them.
    """

    case: Case
    seconds: dict[str, float]
    ratios: dict[str, float]
    wrong: list[str]
    of_peak: dict[str, float] = dataclasses.field(default_factory=dict)


def measure(
    case: Case,
    torch_: Torch,
    others: Sequence[Contender],
    peak: Peak | None,
    rounds: int,
    slice_: float,
    best: bool = False,
) -> Timing:
    """Verifies each contender's result, then times all of them.

    Args:
      case: the call.
      torch_: PyTorch, the reference.
      others: the other contenders.
      peak: the machine's peak, for cases that count operations.
      rounds: the number of turns of each contender.
      slice_: the seconds of a turn.
      best: whether the fastest turn of each contender counts, and not the median.
    """
    taken: dict[str, list[float]] = {}
    wrong: list[str] = []
    peaks = [peak] if peak and case.flops else []
    for turns in split(rounds, PLACES):
        ready = _prepare(case, torch_, others, wrong)
        for name, seconds in time_in_turns([*ready, *peaks], turns, slice_).items():
            taken.setdefault(name, []).extend(seconds)
        # Rotate the order: a contender that allocates memory first takes up to a tenth longer to read it.
        others = [each for each in [*ready[2:], *ready[1:2]] if taken[each.name][0] < _LONG * slice_]
    for each in taken.values():
        each += each[:1] * (rounds - len(each))
    if not peak or not peaks:
        return timing(case, taken, wrong, best)
    at_peak = [seconds * case.flops / peak.flops for seconds in taken.pop(peak.name)]
    shares = {
        name: statistics.median(a / b for a, b in zip(at_peak, each, strict=True))
        for name, each in taken.items()
    }
    return dataclasses.replace(timing(case, taken, wrong, best), of_peak=shares)


def split(rounds: int, parts: int) -> list[int]:
    """The number of rounds of each part; parts without rounds are left out."""
    return [n for n in (rounds // parts + (i < rounds % parts) for i in range(parts)) if n]


def _prepare(case: Case, torch_: Torch, others: Sequence[Contender], wrong: list[str]) -> list[Contender]:
    """Prepares the call for all contenders, which allocate memory for it. Returns those that have a kernel
    for it, and adds those whose result differs from PyTorch's to `wrong`.
    """
    torch.manual_seed(0)
    arguments = case.arguments()
    functional = dataclasses.replace(case, functional=True)
    expected = torch_.prepare(functional, arguments, []) if case.functional else None
    outs = [torch.empty_like(each) for each in expected] if expected else _outs(case, arguments)
    expected = torch_.prepare(case, arguments, outs)
    assert expected is not None, "PyTorch has every operator of a case"
    ready: list[Contender] = [torch_]
    for contender in others:
        results = contender.prepare(case, arguments, [torch.empty_like(out) for out in outs])
        if results is None:
            continue
        ready.append(contender)
        right = all(is_close(a, b) for a, b in zip(results, expected, strict=True))
        if not right and contender.name not in wrong:
            wrong.append(contender.name)
    return ready


def time_in_turns(ready: Sequence[Timed], rounds: int, slice_: float) -> dict[str, list[float]]:
    """The seconds of a call for each contender, in each round."""
    times = {contender.name: _times_of(contender, slice_) for contender in ready}
    taken: dict[str, list[float]] = {contender.name: [] for contender in ready}
    order = random.Random(0)
    for turn in range(rounds):
        # The order is random, because some contenders leave the cache in a state that slows down the next
        # one.
        for contender in order.sample(ready, len(ready)):
            settle(ready)
            n = times[contender.name]
            if n > 1 or turn == 0 or taken[contender.name][0] < _LONG * slice_:
                taken[contender.name].append(contender.seconds(n) / n)
            else:
                taken[contender.name].append(taken[contender.name][0])
    return taken


def timing(case: Case, taken: dict[str, list[float]], wrong: list[str], best: bool) -> Timing:
    """The timing from the seconds of all rounds."""
    seconds = {name: min(each) if best else statistics.median(each) for name, each in taken.items()}
    ratios = {
        name: seconds[name] / seconds["torch"]
        if best
        else statistics.median(a / b for a, b in zip(each, taken["torch"], strict=True))
        for name, each in taken.items()
    }
    return Timing(case, seconds, ratios, wrong)


def _times_of(contender: Timed, slice_: float) -> int:
    """The number of calls in a turn."""
    once = contender.seconds(1)
    if once < slice_ / 20:
        several = min(200, max(1, int(slice_ / 20 / once)))
        once = contender.seconds(several) / several
    return max(1, int(slice_ / once))


def _outs(case: Case, arguments: list) -> list[torch.Tensor]:
    """Outs with the shape and dtype of the results, which PyTorch computes."""
    if case.copied_to:
        return [torch.empty_like(arguments[0], dtype=case.copied_to)]
    name, _, overload = case.op.removeprefix("aten::").partition(".")
    packet = getattr(torch.ops.aten, name)
    if case.has_list:
        function = getattr(packet, overload.removesuffix("out").removesuffix("_") or "default")
        return list(function(*arguments))
    function = getattr(packet, overload)
    dtypes = [each.dtype for each in arguments if isinstance(each, torch.Tensor) and each.dtype != torch.bool]
    out = torch.empty(0, dtype=torch.bool if name == "le" else dtypes[0] if dtypes else torch.float32)
    schema = function._schema.arguments
    values = [*arguments, out]
    named = {a.name: v for a, v in zip(schema, values, strict=True) if a.kwarg_only}
    return [function(*[v for a, v in zip(schema, values, strict=True) if not a.kwarg_only], **named)]


def is_close(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether a result differs from PyTorch's only by rounding in another order of additions."""
    if a.dtype == torch.bool:
        return torch.equal(a, b)
    scale = float(b.abs().max()) if b.numel() else 1
    # PyTorch rounds some results of Half and BFloat16 more than once, and in attention what it adds up.
    unit = torch.finfo(b.dtype).eps if b.dtype in LABELS and b.dtype.is_floating_point else 0
    return torch.allclose(
        a, b.contiguous(), rtol=1e-4 + 2 * unit, atol=max(1e-5 * max(1.0, scale), unit * scale)
    )
