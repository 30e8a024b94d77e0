"""Writing files: all at the end, whole or not at all, and only when they change.

A command gathers its outputs in an `OutputFiles` and writes them when nothing can fail any more, so a
command that stops with an error leaves every file as it was. A file whose content is already right keeps
its timestamp, so that build systems which look at time rebuild nothing.
"""

import os
import pathlib
import tempfile

from etgen.errors import Location, input_error

_HINT = "give a path where a file can be written"


class OutputFiles:
    """The files a command will write, by path."""

    def __init__(self) -> None:
        self._texts: dict[pathlib.Path, str] = {}
        self._directories: list[pathlib.Path] = []

    def add(self, path: str | os.PathLike, text: str) -> None:
        """Plans a file. Planning one path twice is a mistake in the flags."""
        path = pathlib.Path(path)
        if path in self._texts:
            raise input_error("two outputs have the same path", "rename one", Location(str(path)))
        self._texts[path] = text

    def add_directory(self, path: str | os.PathLike) -> None:
        """Plans a directory that will hold the planned files below it and no other file."""
        self._directories.append(pathlib.Path(path))

    def write(self) -> None:
        """Writes what was planned; raises `InputError` for a path that cannot be written."""
        for directory in self._directories:
            _create(directory)
            for old in directory.iterdir():
                if old.is_file() and old not in self._texts:
                    old.unlink()
        for path, text in self._texts.items():
            _create(path.parent)
            _write_if_changed(path, text.encode("utf-8"))


def _create(directory: pathlib.Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise input_error(f"cannot create: {error.strerror}", _HINT, Location(str(directory))) from None


def _write_if_changed(path: pathlib.Path, content: bytes) -> None:
    try:
        if path.is_file() and path.read_bytes() == content:
            return
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError as error:
        raise input_error(f"cannot write: {error.strerror}", _HINT, Location(str(path))) from None
