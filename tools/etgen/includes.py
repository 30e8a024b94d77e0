"""Finds the shared sources that a selection needs, by the headers that it includes.

A shared source is needed if one of the selected sources includes a header of it, directly or through other
headers. The headers of `etk/base/loop.cpp` are `etk/base/loop.h`, and each header that it includes with the
comment `// IWYU pragma: associated`, as in include-what-you-use. A source without a header in its library is
always needed.
"""

import os
import re
from collections.abc import Iterable, Sequence

from etgen import file_log
from etgen.text_io import read_text

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">](.*)', re.MULTILINE)
_ASSOCIATED = re.compile(r"//[ \t]*IWYU pragma: associated\b")


def needed_sources(roots: Iterable[str], shared: Sequence[str], headers: Sequence[str]) -> frozenset[str]:
    """The shared sources that the given root sources need.

    An include matches every header whose path ends with it, regardless of `#if`: at worst, an unneeded source
    is compiled. Raises `InputError` for a file that cannot be read.
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
        """The headers that a source declares as associated."""
        includes = (include for include, rest in _includes(source) if _ASSOCIATED.search(rest))
        return [header for include in includes for header in self._matching(include)]

    def _matching(self, include: str) -> list[str]:
        candidates = self._by_name.get(os.path.basename(include), ())
        return [header for header in candidates if header == include or header.endswith("/" + include)]


@file_log.remembered
def _includes(path: str) -> tuple[tuple[str, str], ...]:
    """The includes of a file, each with the rest of its line."""
    return tuple(_INCLUDE.findall(read_text(path)))
