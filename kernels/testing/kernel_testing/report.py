"""Reports the results of a suite as a table, as JSON, and in one line."""

from __future__ import annotations

import collections
import dataclasses
import json
import shlex
from collections.abc import Sequence

from kernel_testing.process import Out
from kernel_testing.run import (
    CRASHED,
    FAILED,
    FAULTS,
    HUNG,
    MISHANDLED,
    MISSING,
    OUTCOMES,
    PASSED,
    REFUSED,
    Result,
)
from kernel_testing.samples import Sample, outs_as_tensors
from kernel_testing.tensors import Tensor

_PROBLEMS = (CRASHED, HUNG, FAILED, MISHANDLED, REFUSED, MISSING)  # from worst to best

Pair = tuple[str, str]


@dataclasses.dataclass
class Tally:
    """Counts outcomes by operator and dtype; keeps an example of each failure."""

    counts: dict[Pair, collections.Counter[str]] = dataclasses.field(default_factory=dict)
    examples: dict[tuple[str, str, str], Result] = dataclasses.field(default_factory=dict)

    def add(self, result: Result) -> None:
        pair = (result.sample.op, result.sample.dtype.name)
        self.counts.setdefault(pair, collections.Counter())[result.outcome] += 1
        if result.outcome in _PROBLEMS:
            self.examples.setdefault((*pair, result.outcome), result)

    def status(self, pair: Pair) -> str:
        """The worst outcome of a pair; `missing` if it has none."""
        counts = self.counts.get(pair, collections.Counter())
        return next((outcome for outcome in (*_PROBLEMS, PASSED) if counts.get(outcome)), MISSING)

    def pairs(self) -> list[Pair]:
        return sorted(self.counts)

    def faults(self, must_take: frozenset[str]) -> list[Result]:
        """An example of each fault; refusing one of the dtypes in `must_take` is a fault."""
        return [
            result
            for (_, dtype, outcome), result in sorted(self.examples.items(), key=lambda item: item[0])
            if outcome in FAULTS or (outcome in (REFUSED, MISSING) and dtype in must_take)
        ]

    def without_a_pass(self) -> list[str]:
        passed = {op for (op, _), counts in self.counts.items() if counts[PASSED]}
        return sorted({op for op, _ in self.counts} - passed)


def table(whole: Tally) -> str:
    """A table with a row for each operator and dtype."""
    rows = [
        (op, dtype, *(_number(whole.counts[op, dtype][outcome]) for outcome in OUTCOMES))
        for op, dtype in whole.pairs()
    ]
    return aligned(("operator", "dtype", *OUTCOMES), rows)


def side_by_side(ours: Tally, theirs: Tally, names: tuple[str, str]) -> str:
    """A row for each operator and dtype that does not pass on both sides, then counts of pairs by outcome."""
    pairs = sorted({*ours.pairs(), *theirs.pairs()})
    differ = [pair for pair in pairs if (ours.status(pair), theirs.status(pair)) != (PASSED, PASSED)]
    rows = [(*pair, _told(ours, pair), _told(theirs, pair)) for pair in differ]
    text = aligned(("operator", "dtype", *names), rows) if rows else ""
    sums = [collections.Counter(side.status(pair) for pair in pairs) for side in (ours, theirs)]
    order = (PASSED, *reversed(_PROBLEMS))
    totals = [(outcome, *(_number(side[outcome]) for side in sums)) for outcome in order]
    title = "pairs of operator and dtype, by their worst result"
    return text + "\n" + aligned((title, *names), [*totals, ("in all", len(pairs), len(pairs))])


def _told(side: Tally, pair: Pair) -> str:
    counts = side.counts.get(pair, collections.Counter())
    told = [f"{counts[outcome]} {outcome}" for outcome in (PASSED, *_PROBLEMS) if counts[outcome]]
    return ", ".join(told) or MISSING


def summary(whole: Tally) -> str:
    """A summary in one line."""
    statuses = collections.Counter(whole.status(pair) for pair in whole.pairs())
    told = ", ".join(f"{statuses[s]} {s}" for s in (PASSED, *reversed(_PROBLEMS)) if statuses[s])
    operators = len({op for op, _ in whole.counts})
    calls = sum(sum(counts.values()) for counts in whole.counts.values())
    return f"{operators} operators, {calls} calls; of {len(whole.counts)} pairs of operator and dtype: {told}"


def details(results: Sequence[Result], replay: Sequence[str]) -> str:
    """Each result with its arguments and the command that repeats the call."""
    return "".join(
        f"\n{result.sample.op} {result.sample.dtype.name}: {result.outcome}: {result.why}\n"
        f"  called with {shown(result)}\n"
        f"  again: {shlex.join([*replay, '--case', result.sample.case])}\n"
        for result in results
    )


def in_full(result: Result) -> str:
    """A call with all its arguments and results."""
    sample = result.sample
    lines = [f"{sample.case}: {result.outcome}{': ' * bool(result.why)}{result.why}"]
    lines += [f"  {text}" for text in _arguments(sample, with_values=True)]
    lines += [f"  wrong: {sample.wrong}"] * bool(sample.wrong)
    for i, expected in enumerate(sample.expected):
        lines.append(f"  expected {expected} {expected.values}")
        if i < len(result.got):
            lines.append(f"  got      {result.got[i]} {result.got[i].values}")
    return "\n".join(lines)


def shown(result: Result) -> str:
    """The arguments of a call; outs are shown as before the call."""
    return ", ".join(_arguments(result.sample, with_values=False))


def _arguments(sample: Sample, with_values: bool) -> list[str]:
    names = [argument.name for argument in sample.schema.arguments]
    values = sample.values
    if with_values:  # the content of outs is not informative
        values = [*outs_as_tensors(sample.inputs), *values[len(sample.inputs) :]]
    return [f"{n}={_shown(v, with_values)}" for n, v in zip(names, values, strict=True)]


def _shown(value: object, with_values: bool) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_shown(item, with_values) for item in value) + "]"
    if isinstance(value, Out):
        return f"{value.tensor}{' or smaller' if value.dynamism else ''}"
    return f"{value} {value.values}" if with_values and isinstance(value, Tensor) else str(value)


def to_json(whole: Tally, seed: int) -> str:
    """All counts, and an example of each failure, as JSON."""
    problems = [
        {
            "operator": op,
            "dtype": dtype,
            "outcome": outcome,
            "case": result.sample.case,
            "why": result.why,
            "called_with": shown(result),
        }
        for (op, dtype, outcome), result in sorted(whole.examples.items(), key=lambda item: item[0])
    ]
    counts = [
        {
            "operator": op,
            "dtype": dtype,
            **{outcome: whole.counts[op, dtype][outcome] for outcome in OUTCOMES},
        }
        for op, dtype in whole.pairs()
    ]
    return json.dumps({"seed": seed, "counts": counts, "problems": problems}, indent=1) + "\n"


def aligned(header: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    """Columns of equal width; numbers are right-aligned."""
    lines = [[str(cell) for cell in line] for line in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numeric = [all(row[i].isdigit() or row[i] in ("", "-") for row in lines[1:]) for i in range(len(widths))]
    text = ""
    for line in (lines[0], ["-" * width for width in widths], *lines[1:]):
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ]
        text += "  ".join(cells).rstrip() + "\n"
    return text


def _number(count: int) -> str:
    return str(count) if count else "-"
