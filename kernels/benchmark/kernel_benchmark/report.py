"""Formats timings as a table, as JSON, and as a picture."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kernel_benchmark import dtype_cases, small_cases
from kernel_benchmark.measure import Timing
from kernel_benchmark.models import GROUP

# Groups of cases that are not part of the total.
_APART = {small_cases.GROUP, dtype_cases.CONVERSIONS, *dtype_cases.LABELS.values()}


def geometric_mean(values: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def grouped(timings: Sequence[Timing]) -> Iterator[tuple[str, list[Timing]]]:
    """The timings of each group, then all timings except those of small calls and of other dtypes."""
    for group in dict.fromkeys(timing.case.group for timing in timings):
        yield group, [timing for timing in timings if timing.case.group == group]
    yield "all", [timing for timing in timings if timing.case.group not in _APART]


def table(timings: Sequence[Timing]) -> str:
    """Ratios to PyTorch's time, by case, and their geometric means, by group; below 1 is faster.

    `of wheel` is the ratio of our optimized kernels' time to the wheel's.
    """
    names = list(dict.fromkeys(name for timing in timings for name in timing.ratios if name != "torch"))
    head = f"{'case':28}{'torch µs':>11}" + "".join(f"{name:>12}" for name in names)
    head += f"{'of wheel':>11}{'% of peak':>11}"
    lines = [head]
    for timing in timings:
        cells = "".join(
            f"{timing.ratios[name]:12.2f}" if name in timing.ratios else f"{'-':>12}" for name in names
        )
        of_wheel, share = f"{'-':>11}", ""
        if {"optimized", "wheel"} <= timing.seconds.keys():
            of_wheel = f"{timing.seconds['optimized'] / timing.seconds['wheel']:11.2f}"
        if "optimized" in timing.of_peak:
            share = f"{timing.of_peak['optimized'] * 100:11.0f}"
        wrong = f"  WRONG: {', '.join(timing.wrong)}" if timing.wrong else ""
        lines.append(
            f"{timing.case.name:28}{timing.seconds['torch'] * 1e6:11.1f}{cells}{of_wheel}{share}{wrong}"
        )
    lines.append("")
    for group, chosen in grouped(timings):
        means = (geometric_mean([t.ratios[name] for t in chosen if name in t.ratios]) for name in names)
        lines.append(f"{'geometric mean, ' + group:39}" + "".join(f"{mean:12.2f}" for mean in means))
    return "\n".join(lines)


def models(timings: Sequence[Timing], sizes: Mapping[str, int]) -> str:
    """Milliseconds of whole models, and what each contender adds to an app."""
    chosen = [timing for timing in timings if timing.case.group == GROUP]
    names = list(dict.fromkeys(name for timing in chosen for name in timing.seconds))
    lines = [f"{'milliseconds':28}" + "".join(f"{name:>13}" for name in names)]
    for timing in chosen:
        cells = (
            f"{timing.seconds[name] * 1e3:13.2f}" if name in timing.seconds else f"{'-':>13}"
            for name in names
        )
        lines.append(f"{timing.case.name:28}" + "".join(cells))
    cells = (f"{sizes[name] / 1000:13,.0f}" if name in sizes else f"{'-':>13}" for name in names)
    return "\n".join([*lines, f"{'KB on disk':28}" + "".join(cells)])


def as_json(timings: Sequence[Timing], threads: int, peaks: dict[str, float]) -> str:
    rows: list[dict[str, Any]] = [
        {
            "group": t.case.group,
            "case": t.case.name,
            "seconds": t.seconds,
            "ratios": t.ratios,
            "wrong": t.wrong,
            "of_peak": t.of_peak,
        }
        for t in timings
    ]
    return json.dumps({"threads": threads, "peaks": peaks, "cases": rows}, indent=1) + "\n"


def picture(timings: Sequence[Timing], names: Sequence[str]) -> str:
    """An SVG with a bar for each group and contender: the geometric mean of its time over PyTorch's."""
    colours = ("#2f6fb0", "#b0b0b0", "#d98032")
    left, row, width, widest = 110, 16, 560, 2.5  # widest: the maximum of log10
    shapes, y = [], 34
    for group, chosen in grouped(timings):
        shapes.append(f'<text x="{left - 8}" y="{y + row}" text-anchor="end">{group}</text>')
        for name, colour in zip(names, colours, strict=False):
            mean = geometric_mean([t.ratios[name] for t in chosen if name in t.ratios])
            if not math.isnan(mean):
                length = max(2.0, (math.log10(mean) + 0.5) / (widest + 0.5) * width)
                shapes.append(
                    f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{row - 3}" fill="{colour}"/>'
                )
                shapes.append(f'<text x="{left + length + 5:.1f}" y="{y + row - 5}">{mean:.2f} {name}</text>')
            y += row
        y += 10
    one = left + 0.5 / (widest + 0.5) * width
    head = '<text x="8" y="18">Time over PyTorch\'s: geometric means, logarithmic; line: as fast</text>'
    line = f'<line x1="{one:.1f}" y1="28" x2="{one:.1f}" y2="{y - 6}" stroke="black" stroke-dasharray="4 3"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 130}" height="{y}" '
        f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n'
        + "\n".join([head, *shapes, line])
        + "\n</svg>\n"
    )
