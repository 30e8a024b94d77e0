"""Reads and writes text files."""

import contextlib
import errno
import os
import sys

from etgen import file_log
from etgen.errors import Location, Problem, cannot_read, input_error


@file_log.remembered
def read_text(path: str) -> str:
    """The file's text; raises `InputError` if it cannot be read."""
    try:
        file_log.reads(path)
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise cannot_read(path, error) from None
    except UnicodeDecodeError:
        raise input_error(
            "not a text file in UTF-8", "give the path of a text file", Location(path)
        ) from None
    except ValueError as error:
        raise input_error(f"not a path: {error}", "give the path of a file", Location(repr(path))) from None


def print_text(text: str) -> None:
    """Writes a text to standard output completely. Raises `InputError` if that fails."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe, as `head` does.
        os._exit(128 + 13)
    except OSError as error:
        hint = "redirect it to where it can be written"
        raise input_error(f"cannot write: {error.strerror}", hint, Location("standard output")) from None


def warn(problem: Problem) -> None:
    """Writes a warning to standard error, if there is one."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(problem.text("warning"), file=sys.stderr, flush=True)


def as_bytes(content: str | bytes) -> bytes:
    """The bytes of a file with this content; paths on this machine are kept, even if they are not valid
    UTF-8.
    """
    return content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape")


def holds(path: str, content: bytes) -> bool:
    """Whether the file exists and has exactly this content."""
    try:
        if os.stat(path).st_size != len(content):
            return False
        with open(path, "rb") as file:
            return file.read() == content
    except OSError:
        return False
