"""Which shared sources a selection needs: those whose headers it includes.

A source that several operators share is needed if one of the selected sources includes its header, directly
or through other headers. The header of `etk/loop.cpp` is `etk/loop.h`. A source without such a header among
those of its library is always needed.
"""

import os
import re
from collections.abc import Iterable, Sequence

from etgen import file_log
from etgen.text_io import read_text

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)


def needed_sources(roots: Iterable[str], shared: Sequence[str], headers: Sequence[str]) -> frozenset[str]:
    """Those of the shared sources that the roots, which are sources as well, need.

    An include is taken for every header whose path ends with it, whatever surrounds it: at worst, a source is
    compiled that need not be. Raises `InputError` for a file that cannot be read.
    """
    # Sources that include themselves are among the headers.
    header_of = {os.path.splitext(header)[0]: header for header in headers if header not in shared}
    source_of = {header_of[stem]: s for s in shared if (stem := os.path.splitext(s)[0]) in header_of}
    by_name: dict[str, list[str]] = {}
    for header in headers:
        by_name.setdefault(os.path.basename(header), []).append(header)

    found = set(shared) - set(source_of.values())
    seen: set[str] = set()
    left = [*roots, *found]
    while left:
        path = left.pop()
        if path in seen:
            continue
        seen.add(path)
        for include in _includes(path):
            for header in by_name.get(os.path.basename(include), ()):
                if header == include or header.endswith("/" + include):
                    left.append(header)
                    if source := source_of.get(header):
                        found.add(source)
                        left.append(source)
    return frozenset(found)


@file_log.remembered
def _includes(path: str) -> tuple[str, ...]:
    return tuple(_INCLUDE.findall(read_text(path)))
