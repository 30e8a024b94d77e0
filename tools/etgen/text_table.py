"""Formats tables as plain text."""

from collections.abc import Iterable

from etgen.errors import printable


def aligned(header: tuple[str, ...], rows: Iterable[tuple[str, ...]], numbers: set[str]) -> str:
    """A table with aligned columns: those in `numbers` are right-aligned, the others left-aligned."""
    shown = [tuple(map(printable, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *shown, strict=True)]
    lines = [header, tuple("-" * width for width in widths), *shown]
    text = ""
    for line in lines:
        cells = [
            cell.rjust(width) if name in numbers else cell.ljust(width)
            for cell, width, name in zip(line, widths, header, strict=True)
        ]
        text += "  ".join(cells).rstrip() + "\n"
    return text
