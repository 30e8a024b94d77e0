"""Expands the includes of a GLSL source to a single text, before it is compiled.

Every compiler therefore gets the same text, regardless of the checkout's directory and its rules for
includes, and the SPIR-V is the same on every machine. The file and line of each line of the text are
recorded.
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
    """A source with its includes.

    Attributes:
      text: the source without `#include`.
      origins: the location of each line.
      files: all files, the source first.
    """

    text: str
    origins: tuple[Location, ...]
    files: tuple[str, ...]

    def origin(self, line: int) -> Location:
        """The location of a line of the text; that of the source as a whole if there is no such line."""
        return self.origins[line - 1] if 0 < line <= len(self.origins) else Location(self.files[0])


def read(path: str, sources: Sequence[str] = ()) -> Glsl:
    """Reads a source; included files are next to the including file, or among the sources.

    Raises:
      InputError: a file cannot be read, does not exist, or includes itself.
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
        """Adds a file; `including` is the chain of files that include it."""
        self.files.append(path)
        in_comment = False
        # A byte order mark is not valid GLSL.
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
    """The only source whose path ends with the name. Raises `InputError` unless there is exactly one."""
    # Compare whole components at the end of paths.
    found = sorted({os.path.normpath(s) for s in sources if f"/{s}".endswith(f"/{os.path.normpath(name)}")})
    if len(found) == 1:
        return found[0]
    if found:
        raise input_error(f"{name} is more than one source", f"rename one of {', '.join(found)}", where)
    hint = did_you_mean(name, map(os.path.basename, sources), "add it to the sources")
    raise input_error(f"there is no {name}", hint, where)


def _ends_in_comment(line: str, inside: bool) -> bool:
    """Whether a comment continues after this line."""
    for mark in _COMMENT_MARK.findall(line):
        if mark == "//" and not inside:
            return False
        if mark != "//":
            inside = mark == "/*"
    return inside
