"""Byte budgets: how much each part of a binary may have, in a committed file or as flags.

tolerance: 2%                  # or bytes; nothing by default
bytes:
total: 12000
.text: 9000
aten::add.out: 1200
"""

import dataclasses
import re

from etgen import whole_number, yaml_io
from etgen.errors import Location, did_you_mean, input_error

_TOLERANCE = re.compile(r"([0-9]{1,18}(?:\.[0-9]{1,18})?)(%?)")


@dataclasses.dataclass(frozen=True)
class Tolerance:
    """How far a budget may be exceeded: bytes, or percent of the budget."""

    amount: float = 0
    is_percent: bool = False

    def limit(self, budget: int) -> int:
        """The most bytes that are still within the budget."""
        return budget + int(budget * self.amount / 100 if self.is_percent else self.amount)

    def __str__(self) -> str:
        return f"{self.amount:g}{'%' if self.is_percent else ''}"


@dataclasses.dataclass(frozen=True)
class Budget:
    """Bytes by the name of the part: `total`, a segment, a section, an operator."""

    limits: dict[str, int]
    tolerance: Tolerance


def parse_tolerance(text: object, where: Location | None) -> Tolerance:
    match = _TOLERANCE.fullmatch(str(text))
    if not match:
        hint = "give bytes, such as 64, or a percentage, such as 2%"
        raise input_error(f"{text} is not a tolerance", hint, where)
    return Tolerance(float(match[1]), match[2] == "%")


def from_flags(limits: list[str], tolerance: str | None) -> Budget:
    """A budget of flags `NAME=BYTES`."""
    result: dict[str, int] = {}
    for text in limits:
        name, _, number = text.rpartition("=")
        if not name or whole_number.parse(number) is None:
            hint = "give --limit NAME=BYTES: --limit total=12000"
            raise input_error(f"--limit {text} is not a budget", hint)
        if name in result:
            raise input_error(f"--limit {name} is given twice", "leave one out")
        result[name] = int(number)
    return Budget(result, parse_tolerance(tolerance or 0, None))


def read(path: str) -> Budget:
    """A committed budget; raises `InputError` for an invalid file. An empty file has no limits yet."""
    document = yaml_io.load(path)
    if document is None:
        return Budget({}, Tolerance())
    fields = document.fields("a budget")
    for key, node in fields.items():
        if key not in ("tolerance", "bytes"):
            hint = did_you_mean(key, ("tolerance", "bytes"), "see tools/README.md for the form of this file")
            raise input_error(f"unknown key {key} in a budget", hint, node.where)
    limits: dict[str, int] = {}
    for name, node in fields["bytes"].fields("bytes").items() if "bytes" in fields else ():
        number = node.text(name)
        if whole_number.parse(number) is None:
            raise input_error(f"{name}: {number} is not a number of bytes", "give a whole number", node.where)
        limits[name] = int(number)
    tolerance = fields.get("tolerance")
    if tolerance is None:
        return Budget(limits, Tolerance())
    return Budget(limits, parse_tolerance(tolerance.text("tolerance"), tolerance.where))


def dump(budget: Budget) -> str:
    """The text of a budget file."""
    lines = [
        "# Bytes that each part may have; rewritten by `etgen size --update`.",
        f"tolerance: {budget.tolerance}",
        "bytes:",
        *(f"  {name}: {limit}" for name, limit in budget.limits.items()),
    ]
    return "\n".join(lines) + "\n"
