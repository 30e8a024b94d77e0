"""Records the files that commands read and write: no command may overwrite its inputs, and `etgen batch`
repeats commands whose files have changed.

Each module that opens files reports them here.
"""

import contextlib
import functools
import os
from collections.abc import Callable, Iterator
from typing import Any

from etgen.file_state import signature


class FileLog:
    """The files of one command, by the paths that it uses.

    Attributes:
      inputs: a dict of the signature of each file before it was read.
      outputs: a set of the files that were written, or were already up to date.
    """

    def __init__(self) -> None:
        self.inputs: dict[str, str] = {}
        self.outputs: set[str] = set()


# The logs of running commands: the last one is current, the others have started it.
_logs: list[FileLog] = []


@contextlib.contextmanager
def recording() -> Iterator[FileLog]:
    """Logs the files that are read and written in its context."""
    log = FileLog()
    _logs.append(log)
    try:
        yield log
    finally:
        _logs.remove(log)


def reads(path: str) -> None:
    """Must be called before a file is read."""
    for log in _logs:
        if path not in log.inputs:
            log.inputs[path] = signature(path)


def writes(path: str) -> None:
    """Must be called for each output, whether or not it needs to be written."""
    for log in _logs:
        log.outputs.add(path)


def read_by_command() -> frozenset[str]:
    """The files that this command has read, by their paths without links."""
    return frozenset(os.path.realpath(path) for path in _logs[-1].inputs) if _logs else frozenset()


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Lets commands in one process read a file once. Callers must not modify the returned value."""
    results: dict[tuple, tuple] = {}

    @functools.wraps(function)
    def wrapper(*args: Any) -> Any:
        if len(_logs) < 2:
            return function(*args)
        if args not in results:
            with recording() as log:
                results[args] = function(*args), log.inputs
        result, inputs = results[args]
        for log in _logs:
            log.inputs.update(inputs)
        return result

    return wrapper
