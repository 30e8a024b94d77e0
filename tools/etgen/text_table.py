"""Tables in plain text."""

from etgen.errors import printable


def aligned(header: tuple[str, ...], rows: list[tuple[str, ...]], numbers: set[str]) -> str:
    """A table whose columns are aligned: those that `numbers` names to the right, the others to the left."""
    rows = [tuple(map(printable, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = [header, tuple("-" * width for width in widths), *rows]
    text = ""
    for line in lines:
        cells = [
            cell.rjust(width) if name in numbers else cell.ljust(width)
            for cell, width, name in zip(line, widths, header, strict=True)
        ]
        text += "  ".join(cells).rstrip() + "\n"
    return text
