"""A directory that a command writes to, and conflicts with existing files."""

import contextlib
import itertools
import os
from collections.abc import Callable, Iterable, Iterator

from etgen.errors import Location, input_error
from etgen.manifest import Manifest
from etgen.replace import is_temporary
from etgen.text_io import as_bytes, holds

_MOST_NAMES = 5
# Python's caches of modules, which are unused after the modules are deleted.
_PYTHON_CACHE = "__pycache__"


class OutputDirectory:
    """A directory that a flag names. Nothing is written outside it, or through a symbolic link in it.

    Attributes:
      contents: the planned files, by path.
    """

    def __init__(self, path: str, nothing_else: bool, refuse_twice: Callable[[str], None]):
        self.path = path
        self.contents: dict[str, bytes] = {}
        self._nothing_else = nothing_else
        self._refuse_twice = refuse_twice

    def add(self, name: str, content: str | bytes) -> None:
        """Plans a file by its path in the directory."""
        name = os.path.normpath(name)
        if os.path.isabs(name) or name.split(os.sep)[0] == os.pardir:
            hint = "rename its source so that the path has no .."
            raise input_error(f"{name} would be outside of the directory", hint, Location(self.path))
        path = os.path.normpath(os.path.join(self.path, name))
        self._refuse_twice(path)
        self.contents[path] = as_bytes(content)

    def stale(self, own: Manifest, planned: set[str]) -> list[str]:
        """The files of earlier runs that are to be deleted.

        Raises:
          InputError: the directory contains files that etgen has not written, at planned paths, or anywhere
          if it may contain nothing else.
        """
        stale: list[str] = []
        in_the_way: list[str] = []
        found = self._where_files_go()
        if self._nothing_else:
            found = itertools.chain(_files_below(self.path), filter(os.path.isdir, self.contents))
        for path in found:
            if path in planned and os.path.isfile(path) and not os.path.islink(path):
                content = self.contents.get(path)
                if content is None or holds(path, content) or own.has(path):
                    continue
            elif self._nothing_else and own.has(path):
                stale.append(path)
                continue
            in_the_way.append(os.path.relpath(path, self.path))
            if len(in_the_way) > _MOST_NAMES:
                break
        if in_the_way:
            self._refuse(in_the_way)
        return stale

    def remove_empty(self, deleted: Iterable[str]) -> None:
        """Removes subdirectories that contained only these files."""
        for path in deleted:
            parent = os.path.dirname(os.path.relpath(path, self.path))
            while parent and parent.split(os.sep)[0] != os.pardir:
                with contextlib.suppress(OSError):
                    os.rmdir(os.path.join(self.path, parent))
                parent = os.path.dirname(parent)

    def _where_files_go(self) -> Iterator[str]:
        """Existing files at the paths of planned files or of their directories."""
        for planned in self.contents:
            path = self.path
            parents = os.path.relpath(planned, path).split(os.sep)[:-1]
            for parent in parents:
                path = os.path.normpath(os.path.join(path, parent))
                if os.path.islink(path) or os.path.isfile(path):
                    yield path
                    break
            else:
                if os.path.lexists(planned):
                    yield planned

    def _refuse(self, names: list[str]) -> None:
        shown = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
        what = f"it has files that this tool did not write, or that have changed since: {shown}"
        hint = "give a new or empty directory, or move these files away"
        raise input_error(what, hint, Location(self.path))


def _files_below(directory: str) -> Iterator[str]:
    """All files in a directory and its subdirectories, without following symbolic links."""
    try:
        entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    except OSError as error:
        hint = "give a path where a directory can be made"
        raise input_error(f"cannot write: {error.strerror}", hint, Location(directory)) from None
    for entry in entries:
        path = os.path.normpath(entry.path)
        if not entry.is_dir(follow_symlinks=False):
            if not is_temporary(entry.name):
                yield path
        elif entry.name != _PYTHON_CACHE:
            yield from _files_below(path)
