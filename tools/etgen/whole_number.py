"""Parses whole numbers in untrusted text; the number of digits is limited."""

import argparse
import re
from collections.abc import Callable

_DIGITS = re.compile("[0-9]{1,18}")


def parse(text: str) -> int | None:
    """The number in the text; None if the text is not a number or has more than 18 digits."""
    return int(text) if _DIGITS.fullmatch(text) else None


def at_least(least: int) -> Callable[[str], int]:
    """For argparse: a parser of numbers that are at least `least`."""

    def read(text: str) -> int:
        number = parse(text)
        if number is None or number < least:
            raise argparse.ArgumentTypeError(f"{text} is not a whole number of at least {least}")
        return number

    return read
