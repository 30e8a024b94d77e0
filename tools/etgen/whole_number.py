"""Whole numbers in text from outside: no more digits than anything that is counted here can have."""

import argparse
import re
from collections.abc import Callable

_DIGITS = re.compile("[0-9]{1,18}")


def parse(text: str) -> int | None:
    """The number that the text is, or None if it is none or has more than 18 digits."""
    return int(text) if _DIGITS.fullmatch(text) else None


def at_least(least: int) -> Callable[[str], int]:
    """For argparse: reads a number that is not less."""

    def read(text: str) -> int:
        number = parse(text)
        if number is None or number < least:
            raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least} on")
        return number

    return read
