"""Changes several files: all of them, or none.

First, the contents are written to temporary files in the same directories, so that a full disk is detected.
Then the files are renamed; if one step fails, the earlier ones are undone.
"""

import contextlib
import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from etgen.errors import Location, input_error

_HINT = "give a path where a file can be written"
_TEMPORARY = re.compile(r"\.etgen-[0-9a-f]{16}\.tmp")


class Change(NamedTuple):
    """The new content of a file; None to delete it. The name is the path in messages."""

    name: str
    path: str
    content: bytes | None


def is_temporary(name: str) -> bool:
    """Whether a file has the name of a temporary file, which only a killed run leaves behind."""
    return _TEMPORARY.fullmatch(name) is not None


def replace_files(changes: Iterable[Change], directories: Iterable[str]) -> None:
    """Makes the directories and the changes, in this order; a file may be changed more than once.

    Raises:
      InputError: one of them cannot be made; everything is as it was before.
    """
    backups: list[str] = []
    with contextlib.ExitStack() as undo:
        for path in directories:
            with naming_what_fails(path):
                _make_directory(path, undo)
        staged = []
        for change in changes:
            with naming_what_fails(change.name):
                temporary = None if change.content is None else _stage(change.path, change.content, undo)
            staged.append((change, temporary))
        for change, temporary in staged:
            with naming_what_fails(change.name, "write" if temporary else "delete"):
                backups += _keep(change.path, undo, stays=temporary is not None)
                if temporary:
                    os.replace(temporary, change.path)
        undo.pop_all()
    for backup in backups:
        _unlink(backup)


@contextlib.contextmanager
def naming_what_fails(path: str, verb: str = "write") -> Iterator[None]:
    """Converts an OSError into an error about this path."""
    try:
        yield
    except OSError as error:
        raise input_error(f"cannot {verb}: {error.strerror}", _HINT, Location(path)) from None


def _stage(path: str, content: bytes, undo: contextlib.ExitStack) -> str:
    """Writes the new content of a path into a temporary file in the same directory."""
    _make_directory(os.path.dirname(path), undo)
    temporary = _temporary(path)
    with open(temporary, "xb") as file:
        undo.callback(_unlink, temporary)
        file.write(content)
    return temporary


def _make_directory(path: str, undo: contextlib.ExitStack) -> None:
    if not path or os.path.isdir(path):
        return
    if os.path.lexists(path):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
    _make_directory(os.path.dirname(path), undo)
    os.mkdir(path)
    undo.callback(_quietly, os.rmdir, path)


def _keep(path: str, undo: contextlib.ExitStack, stays: bool) -> list[str]:
    """Makes a backup of the file at a path, by renaming or linking it."""
    if not os.path.lexists(path):
        undo.callback(_unlink, path)
        return []
    backup = _temporary(path)
    try:
        if not stays:
            raise OSError
        os.link(path, backup)
    except OSError:  # not every file system supports hard links
        os.rename(path, backup)
    undo.callback(_unlink, backup)  # the backup remains if both names were links to one file
    undo.callback(_quietly, os.replace, backup, path)
    return [backup]


def _temporary(path: str) -> str:
    return os.path.join(os.path.dirname(path), f".etgen-{os.urandom(8).hex()}.tmp")


def _unlink(path: str) -> None:
    _quietly(os.unlink, path)


def _quietly(function: Callable[..., object], *args: str) -> None:
    with contextlib.suppress(OSError):
        function(*args)
