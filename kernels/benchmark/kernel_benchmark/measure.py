"""Times contenders in turns, so that what else the machine does is the same for all of them."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Sequence

import torch

from kernel_benchmark.cases import Case
from kernel_benchmark.contenders import Contender, Peak, Torch, settle
from kernel_benchmark.narrow_cases import LABELS


@dataclasses.dataclass
class Timing:
    """Seconds of a call by contender, and their ratio to PyTorch's.

    Those are medians of all rounds; or the best, for machines that do much else meanwhile.

    Attributes:
      wrong: who gave another result than PyTorch.
      of_peak: the share of the peak that each contender reaches, which is measured in turns with them.
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
      case: what is called.
      torch_: what all are compared with.
      others: the other contenders.
      peak: the machine's, of which a case that counts its operations has a share.
      rounds: how many turns each has.
      slice_: seconds of a turn.
      best: whether the fastest turn of each counts, and not the median.
    """
    torch.manual_seed(0)
    arguments = case.arguments()
    functional = dataclasses.replace(case, functional=True)
    expected = torch_.prepare(functional, arguments, []) if case.functional else None
    outs = [torch.empty_like(each) for each in expected] if expected else [_out(case, arguments)]
    expected = torch_.prepare(case, arguments, outs)
    wrong, ready = [], [torch_]
    for contender in others:
        results = contender.prepare(case, arguments, [torch.empty_like(out) for out in outs])
        if results is None:
            continue
        ready.append(contender)
        if not all(is_close(a, b) for a, b in zip(results, expected, strict=True)):
            wrong.append(contender.name)
    if not peak or not case.flops:
        return timing(case, time_in_turns(ready, rounds, slice_), wrong, best)
    taken = time_in_turns([*ready, peak], rounds, slice_)
    at_peak = [seconds * case.flops / peak.flops for seconds in taken.pop(peak.name)]
    shares = {
        name: statistics.median(a / b for a, b in zip(at_peak, each, strict=True))
        for name, each in taken.items()
    }
    return dataclasses.replace(timing(case, taken, wrong, best), of_peak=shares)


def time_in_turns(ready: Sequence[Contender], rounds: int, slice_: float) -> dict[str, list[float]]:
    """Seconds of a call of each contender, in each round."""
    times = {contender.name: _times_of(contender, slice_) for contender in ready}
    taken: dict[str, list[float]] = {contender.name: [] for contender in ready}
    for turn in range(rounds):
        for contender in ready:
            settle(ready)
            n = times[contender.name]
            # One turn has to do for what takes longer than all turns of the others.
            if n > 1 or turn == 0 or taken[contender.name][0] < 10 * slice_:
                taken[contender.name].append(contender.seconds(n) / n)
            else:
                taken[contender.name].append(taken[contender.name][0])
    return taken


def timing(case: Case, taken: dict[str, list[float]], wrong: list[str], best: bool) -> Timing:
    """What the seconds of all rounds come to."""
    seconds = {name: min(each) if best else statistics.median(each) for name, each in taken.items()}
    ratios = {
        name: seconds[name] / seconds["torch"]
        if best
        else statistics.median(a / b for a, b in zip(each, taken["torch"], strict=True))
        for name, each in taken.items()
    }
    return Timing(case, seconds, ratios, wrong)


def _times_of(contender: Contender, slice_: float) -> int:
    """How many calls fill a turn."""
    once = contender.seconds(1)
    if once < slice_ / 20:
        several = min(200, max(1, int(slice_ / 20 / once)))
        once = contender.seconds(several) / several
    return max(1, int(slice_ / once))


def _out(case: Case, arguments: list) -> torch.Tensor:
    """An out of the shape and dtype that the result has, found by PyTorch itself."""
    name, _, overload = case.op.removeprefix("aten::").partition(".")
    packet = getattr(torch.ops.aten, name)
    function = getattr(packet, overload)
    narrow = [each.dtype for each in arguments if isinstance(each, torch.Tensor) and each.dtype in LABELS]
    out = torch.empty(0, dtype=torch.bool if name == "le" else narrow[0] if narrow else torch.float32)
    schema = function._schema.arguments
    values = [*arguments, out]
    named = {a.name: v for a, v in zip(schema, values, strict=True) if a.kwarg_only}
    return function(*[v for a, v in zip(schema, values, strict=True) if not a.kwarg_only], **named)


def is_close(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether a result is as near to PyTorch's as another order of additions makes it."""
    if a.dtype == torch.bool:
        return torch.equal(a, b)
    scale = float(b.abs().max()) if b.numel() else 1
    # PyTorch rounds some results of Half and BFloat16 more than once.
    unit = torch.finfo(b.dtype).eps if b.dtype in LABELS else 0
    return torch.allclose(a, b.contiguous(), rtol=1e-4 + 2 * unit, atol=1e-5 * max(1.0, scale))
