"""Makes the call of a sample and judges its outcome."""

from __future__ import annotations

import dataclasses

from kernel_testing.choices import is_also_right
from kernel_testing.compare import difference
from kernel_testing.process import Answer, CrashedError, HungError, Out, Process
from kernel_testing.samples import Sample
from kernel_testing.tensors import Tensor

# Outcomes of a valid call.
PASSED, FAILED, REFUSED, MISSING = "passed", "failed", "refused", "missing"
# Outcomes of a wrong call: refused as expected, or not.
REJECTED, MISHANDLED = "rejected", "mishandled"
# Outcomes of any call.
CRASHED, HUNG = "crashed", "hung"

OUTCOMES = (PASSED, FAILED, REFUSED, MISSING, CRASHED, HUNG, REJECTED, MISHANDLED)
# A kernel must never do this, regardless of the dtypes that it supports.
FAULTS = frozenset({FAILED, CRASHED, HUNG, MISHANDLED})


@dataclasses.dataclass(frozen=True)
class Result:
    """The outcome of a call; `why` describes a failure."""

    sample: Sample
    outcome: str
    why: str = ""
    got: tuple[Tensor, ...] = ()


def run(process: Process, sample: Sample, tolerance: tuple[float, float] | None = None) -> Result:
    """Makes one call."""
    try:
        answer = process.call(sample.op, sample.values, sample.types)
    except HungError as error:
        return Result(sample, HUNG, str(error))
    except CrashedError as error:
        return Result(sample, CRASHED, str(error) + _alone(process, sample))
    if not answer.intact:
        process.close()  # other memory may be corrupted
    outcome, why = _judge_wrong(sample, answer) if sample.wrong else _judge(sample, answer, tolerance)
    return Result(sample, outcome, why, tuple(answer.outs))


def _alone(process: Process, sample: Sample) -> str:
    """Says so if the call does not crash in a new process: an earlier call may have corrupted the memory."""
    try:
        process.call(sample.op, sample.values, sample.types)
    except CrashedError:
        return ""
    except HungError:
        return "\n  called alone, it hangs"
    return "\n  called alone, it does not crash: a kernel called before may have corrupted the memory"


def _judge(sample: Sample, answer: Answer, tolerance: tuple[float, float] | None) -> tuple[str, str]:
    if not answer.found:
        return MISSING, f"no kernel is registered (error 0x{answer.error:x})"
    if not answer.intact:
        return FAILED, "wrote to an input or outside of a tensor"
    if answer.error:
        return REFUSED, f"set the failure 0x{answer.error:x}"
    exact: tuple = ()
    for i, (got, expected) in enumerate(zip(answer.outs, sample.expected, strict=True)):
        why = difference(got, expected, None, tolerance)
        if why and sample.exact:
            exact = exact or sample.exact()
            why = difference(got, expected, exact[i] if exact else None, tolerance)
        if why and exact and sample.in_same_order:
            alike = sample.in_same_order()
            why = difference(got, alike[i], exact[i], tolerance) if len(alike) == len(exact) else why
        if why and exact and sample.terms:
            terms = sample.terms()
            why = difference(got, expected, exact[i], tolerance, terms[i]) if terms else why
        if why and not is_also_right(sample, answer.outs):
            return FAILED, f"out {i}: {why}" if len(sample.expected) > 1 else why
    return PASSED, ""


def _judge_wrong(sample: Sample, answer: Answer) -> tuple[str, str]:
    if not answer.intact:
        return MISHANDLED, f"wrote to an input or outside of a tensor, although {sample.wrong}"
    if not answer.error:
        return MISHANDLED, f"set no failure, although {sample.wrong}"
    if any(not _untouched(out, got) for out, got in zip(sample.written, answer.outs, strict=True)):
        return MISHANDLED, f"changed an out before it set a failure: {sample.wrong}"
    return REJECTED, ""


def _untouched(out: Out, got: Tensor) -> bool:
    return (out.tensor.shape, out.tensor.data) == (got.shape, got.data)
