"""Error messages for users.

A `Problem` is one mistake: its location, the operator that it concerns, what is wrong and what to do. The
tools collect all problems that they find before they stop, and print each one as

    error: FILE:LINE: OPERATOR: what is wrong
    hint: what to do

`InputError` ends the command with status 2 (the input is wrong), `CheckError` with status 1 (the input is
valid, but the check failed). Neither prints a traceback. A `warning: …` of the same form does not stop the
command.
"""

import collections
import os
from collections.abc import Iterable

# Messages must stay readable.
_MOST_CHARACTERS = 1000


class Location(collections.namedtuple("Location", "file line", defaults=[0])):
    """A place in an input file. Line 0 means the file as a whole."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Problem(collections.namedtuple("Problem", "what hint where op details", defaults=[None, None, ""])):
    """One mistake. The hint says what to do about it and is never empty.

    Attributes:
      where: its `Location`, if it has one.
      op: the operator that it concerns, if there is one.
      details: lines to print below, such as a table; already escaped for a terminal.
    """

    def __str__(self) -> str:
        return self.text("error")

    def text(self, kind: str) -> str:
        """The message, of an `error` or a `warning`."""
        context = [str(part) for part in (self.where, self.op) if part]
        details = f"\n\n{self.details}" if self.details else ""
        what, hint = (printable(_shortened(text)) for text in (": ".join([*context, self.what]), self.hint))
        return f"{kind}: {what}{details}\nhint: {hint}"


def _shortened(text: str) -> str:
    half = _MOST_CHARACTERS // 2
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:half]} … {text[-half:]}"


def printable(text: str) -> str:
    """The text as one line without control characters: names come from files, and may contain terminal
    escapes.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


class UserError(Exception):
    """One or more problems, printed in the order given."""

    exit_status = 2

    def __init__(self, problems: Iterable[Problem]):
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class InputError(UserError):
    """The input is wrong."""


class CheckError(UserError):
    """The input is right, but a check did not hold."""

    exit_status = 1


def input_error(what: str, hint: str, where: Location | None = None, op: str | None = None) -> InputError:
    """An `InputError` of a single problem, ready to raise."""
    return InputError([Problem(what, hint, where, op)])


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name a user most likely meant by `name`, or None if nothing is close."""
    import difflib  # which costs more to import than most runs take, and is for errors only

    known = sorted(known)
    for other in known:
        if other.casefold() == name.casefold() and other != name:
            return other
    matches = difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    return matches[0] if matches else None


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint that names the nearest known name; `otherwise` if no name is close."""
    match = nearest(name, known)
    return f"did you mean {match}?" if match else otherwise


def cannot_read(path: str, error: OSError) -> InputError:
    """The error for an unreadable file; suggests a file of the same directory."""
    directory, name = os.path.split(path)
    try:
        others = os.listdir(directory or ".")
    except OSError:
        others = []
    match = None if isinstance(error, IsADirectoryError) else nearest(name, others)
    hint = f"did you mean {os.path.join(directory, match)}?" if match else "give the path of a file"
    return input_error(f"cannot read: {error.strerror}", hint, Location(path))
