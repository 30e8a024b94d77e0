"""GLSL in one text: what a source includes is put in its place, before a compiler sees it.

So every compiler gets the same text, wherever the checkout is and however it would look for includes, and
the SPIR-V is the same bytes on every machine. A line of the text knows which line of which file it is.
"""

import dataclasses
import os
import re
from collections.abc import Sequence

from etgen.errors import Location, did_you_mean, input_error
from etgen.text_io import read_text

_INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
_COMMENT_MARK = re.compile(r"//|/\*|\*/")


@dataclasses.dataclass(frozen=True)
class Glsl:
    """A source with what it includes.

    Attributes:
      text: without `#include`.
      origins: where each line comes from.
      files: those it was made of, the source first.
    """

    text: str
    origins: tuple[Location, ...]
    files: tuple[str, ...]

    def origin(self, line: int) -> Location:
        """Where a line of the text comes from; the source as a whole if there is no such line."""
        return self.origins[line - 1] if 0 < line <= len(self.origins) else Location(self.files[0])


def read(path: str, sources: Sequence[str] = ()) -> Glsl:
    """Reads a source; what it includes is next to the file that includes it, or one of the sources.

    Raises:
      InputError: a file cannot be read, is not there, or includes itself.
    """
    reader = _Reader(sources)
    reader.add(path, ())
    return Glsl("".join(reader.lines), tuple(reader.origins), tuple(dict.fromkeys(reader.files)))


class _Reader:
    def __init__(self, sources: Sequence[str]):
        self.sources = sources
        self.lines: list[str] = []
        self.origins: list[Location] = []
        self.files: list[str] = []

    def add(self, path: str, including: tuple[str, ...]) -> None:
        """Adds a file; `including` are those that it is being included by."""
        self.files.append(path)
        in_comment = False
        # A byte order mark is no GLSL.
        for number, line in enumerate(read_text(path).removeprefix("\ufeff").splitlines(), start=1):
            where = Location(path, number)
            match = None if in_comment else _INCLUDE.match(line)
            in_comment = _ends_in_comment(line, in_comment)
            if match is None:
                self.lines.append(line + "\n")
                self.origins.append(where)
                continue
            included = self._find(match[1] or match[2], path, where)
            if included in (*including, path):
                raise input_error(f"{included} includes itself", "move what both need to a third file", where)
            self.add(included, (*including, path))

    def _find(self, name: str, includer: str, where: Location) -> str:
        beside = os.path.normpath(os.path.join(os.path.dirname(includer), name))
        if os.path.isfile(beside):
            return beside
        return find_source(name, self.sources, where)


def find_source(name: str, sources: Sequence[str], where: Location) -> str:
    """The one source whose path ends with the name. Raises `InputError` if there is none, or more."""
    # A source by its whole path, or the end of one.
    found = sorted({os.path.normpath(s) for s in sources if f"/{s}".endswith(f"/{os.path.normpath(name)}")})
    if len(found) == 1:
        return found[0]
    if found:
        raise input_error(f"{name} is more than one source", f"rename one of {', '.join(found)}", where)
    hint = did_you_mean(name, map(os.path.basename, sources), "add it to the sources")
    raise input_error(f"there is no {name}", hint, where)


def _ends_in_comment(line: str, inside: bool) -> bool:
    """Whether a comment goes on after this line."""
    for mark in _COMMENT_MARK.findall(line):
        if mark == "//" and not inside:
            return False
        if mark != "//":
            inside = mark == "/*"
    return inside
