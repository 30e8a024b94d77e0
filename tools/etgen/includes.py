"""Which shared sources a selection needs: those whose headers it includes.

A source that several operators share is needed if one of the selected sources includes a header of it,
directly or through other headers. The header of `etk/base/loop.cpp` is `etk/base/loop.h`, and each that it
includes with the comment `// IWYU pragma: associated`, as include-what-you-use has it. A source that has no
header among those of its library is always needed.
"""

import os
import re
from collections.abc import Iterable, Sequence

from etgen import file_log
from etgen.text_io import read_text

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">](.*)', re.MULTILINE)
_ASSOCIATED = re.compile(r"//[ \t]*IWYU pragma: associated\b")


def needed_sources(roots: Iterable[str], shared: Sequence[str], headers: Sequence[str]) -> frozenset[str]:
    """Those of the shared sources that the roots, which are sources as well, need.

    An include is taken for every header whose path ends with it, whatever surrounds it: at worst, a source is
    compiled that need not be. Raises `InputError` for a file that cannot be read.
    """
    search = _Headers(headers)
    # Sources that include themselves are among the headers.
    header_of = {os.path.splitext(header)[0]: header for header in headers if header not in shared}
    sources_of: dict[str, list[str]] = {}
    found: set[str] = set()
    for source in shared:
        header = header_of.get(os.path.splitext(source)[0])
        own = [header] if header else search.associated(source)
        for each in own:
            sources_of.setdefault(each, []).append(source)
        if not own:
            found.add(source)
    seen: set[str] = set()
    left = [*roots, *found]
    while left:
        path = left.pop()
        if path in seen:
            continue
        seen.add(path)
        needed = sources_of.get(path, ())
        found.update(needed)
        left += [*search.included(path), *needed]
    return frozenset(found)


class _Headers:
    """Finds the headers that files include."""

    def __init__(self, headers: Sequence[str]):
        self._by_name: dict[str, list[str]] = {}
        for header in headers:
            self._by_name.setdefault(os.path.basename(header), []).append(header)

    def included(self, path: str) -> list[str]:
        return [header for include, _ in _includes(path) for header in self._matching(include)]

    def associated(self, source: str) -> list[str]:
        """Those that a source says it has the definitions of."""
        includes = (include for include, rest in _includes(source) if _ASSOCIATED.search(rest))
        return [header for include in includes for header in self._matching(include)]

    def _matching(self, include: str) -> list[str]:
        candidates = self._by_name.get(os.path.basename(include), ())
        return [header for header in candidates if header == include or header.endswith("/" + include)]


@file_log.remembered
def _includes(path: str) -> tuple[tuple[str, str], ...]:
    """What a file includes, each with the rest of its line."""
    return tuple(_INCLUDE.findall(read_text(path)))
