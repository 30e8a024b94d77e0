"""Progress of a long command, printed to standard error if it is a terminal."""

import contextlib
import sys

_WIDTH = 100


class Progress:
    """Lines that show the current step and its progress.

    A command with a single step does not call `step`. Nothing is written if standard error is not a terminal,
    so that logs contain only errors.
    """

    def __init__(self, steps: int = 1):
        self._steps = steps
        self._step = 0
        self._watched = sys.stderr is not None and sys.stderr.isatty()
        self._unfinished = False

    def step(self, what: str) -> None:
        """Begins the next step."""
        self.end()
        self._step += 1
        self._write(f"[{self._step}/{self._steps}] {what}\n")

    def part(self, what: str) -> None:
        """Updates the progress of the current step."""
        self._write(f"\r      {what[:_WIDTH]}\x1b[K")
        self._unfinished = True

    def end(self) -> None:
        """Ends the line of the last part."""
        if self._unfinished:
            self._write("\r\x1b[K")
            self._unfinished = False

    def _write(self, text: str) -> None:
        if self._watched:
            with contextlib.suppress(OSError):
                sys.stderr.write(text)
                sys.stderr.flush()
