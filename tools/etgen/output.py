"""Writing files: all at the end, whole or not at all, and only when they change.

A command gathers its outputs in an `OutputFiles` and writes them when nothing can fail any more, so a
command that stops with an error leaves every file as it was. A file whose content is already right keeps
its timestamp, so that build systems which look at time rebuild nothing.
"""

import os

from etgen.errors import Location, input_error

_HINT = "give a path where a file can be written"


class OutputFiles:
    """The files a command will write, by path."""

    def __init__(self) -> None:
        self._contents: dict[str, bytes] = {}
        self._directories: list[str] = []

    def add(self, path: str | os.PathLike, content: str | bytes) -> None:
        """Plans a file. Planning one path twice is a mistake in the flags."""
        path = os.path.normpath(path)
        if path in self._contents:
            raise input_error("two outputs have the same path", "rename one", Location(path))
        self._contents[path] = content if isinstance(content, bytes) else content.encode("utf-8")

    def add_directory(self, path: str | os.PathLike) -> None:
        """Plans a directory that will hold the planned files below it and no other file."""
        self._directories.append(os.path.normpath(path))

    def write(self) -> None:
        """Writes what was planned; raises `InputError` for a path that cannot be written."""
        for directory in self._directories:
            _create(directory)
            for parent, _, names in os.walk(directory):
                for path in (os.path.normpath(os.path.join(parent, name)) for name in names):
                    if path not in self._contents:
                        os.unlink(path)
        for path, content in self._contents.items():
            _create(os.path.dirname(path))
            _write_if_changed(path, content)


def _create(directory: str) -> None:
    try:
        os.makedirs(directory or ".", exist_ok=True)
    except OSError as error:
        raise input_error(f"cannot create: {error.strerror}", _HINT, Location(directory)) from None


def _write_if_changed(path: str, content: bytes) -> None:
    try:
        if os.path.islink(path) or (os.path.exists(path) and not os.path.isfile(path)):
            # What is no file of its own, such as /dev/stdout, is written to and not replaced.
            with open(path, "wb") as file:
                file.write(content)
            return
        if os.path.isfile(path):
            with open(path, "rb") as file:
                if file.read() == content:
                    return
        temporary = f"{path}.{os.getpid()}.tmp"
        with open(temporary, "xb") as file:
            file.write(content)
        os.replace(temporary, path)
    except OSError as error:
        raise input_error(f"cannot write: {error.strerror}", _HINT, Location(path)) from None
