"""Writes files: all at the end, all or none, only if they change, and never over a user's file.

A command collects its outputs in an `OutputFiles` and writes them after everything else has succeeded. A file
whose content does not change keeps its timestamp, so that build systems do not rebuild dependents.

A file that a flag names may be replaced, unless it is read-only or an input of the command. In a directory
that a flag names, only files that etgen has written are replaced or deleted (manifest.py); other files in the
way are an error.
"""

import os
import stat

from etgen import file_log
from etgen.errors import InputError, Location, Problem, input_error
from etgen.manifest import Manifest
from etgen.output_directory import OutputDirectory
from etgen.replace import Change, naming_what_fails, replace_files
from etgen.text_io import as_bytes, holds

# The streams of a process, also if a shell has redirected them to files.
_STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")


class OutputFiles:
    """The files a command will write, by path."""

    def __init__(self) -> None:
        self._named: dict[str, bytes] = {}
        self._rewritten: set[str] = set()
        self._directories: list[OutputDirectory] = []

    def add(self, path: str | os.PathLike, content: str | bytes, is_input: bool = False) -> None:
        """Plans a file that a flag names, standard output if it is "-"; `is_input` if the flag requests to
        rewrite this input.
        """
        path = os.path.normpath("/dev/stdout" if path == "-" else path)
        self._refuse_twice(path)
        self._named[path] = as_bytes(content)
        if is_input:
            self._rewritten.add(path)

    def directory(self, path: str | os.PathLike, nothing_else: bool = False) -> OutputDirectory:
        """Plans a directory that a flag names; with `nothing_else`, the directory may only contain the
        planned files.
        """
        result = OutputDirectory(os.path.normpath(path), nothing_else, self._refuse_twice)
        self._directories.append(result)
        return result

    def write(self) -> None:
        """Writes the planned files.

        Raises:
          InputError: a path cannot be written, or a file of a user is in the way; nothing has changed.
        """
        streams = [path for path in self._named if _is_stream(path)]
        changes = [
            Change(path, os.path.realpath(path) if os.path.islink(path) else path, content)
            for path, content in self._named.items()
            if path not in streams and not holds(path, content)
        ]
        for change in changes:
            _refuse_read_only(change)
        changes += self._changes_in_directories()
        inputs = file_log.read_by_command() if changes else ()
        for change in changes:
            if os.path.realpath(change.path) in inputs and change.name not in self._rewritten:
                hint = "give the output another path"
                raise input_error(
                    "it is both an input and an output of this command", hint, Location(change.name)
                )
        for path in streams:
            with naming_what_fails(path), open(path, "ab") as stream:
                stream.write(self._named[path])
        replace_files(changes, [directory.path for directory in self._directories])
        for path in {*self._named}.difference(streams).union(*(d.contents for d in self._directories)):
            file_log.writes(path)
        for directory in self._directories:
            directory.remove_empty([change.path for change in changes if change.content is None])

    def _changes_in_directories(self) -> list[Change]:
        if not self._directories:
            return []
        own = Manifest(self._directories[0].path)
        file_log.writes(own.path)
        planned = {*self._named, own.path}.union(*(directory.contents for directory in self._directories))
        contents: dict[str, bytes] = {}
        stale: list[str] = []
        problems: list[Problem] = []
        for directory in self._directories:
            contents |= directory.contents
            try:
                stale += directory.stale(own, planned)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(problems)
        changed: dict[str, bytes | None] = {
            path: content for path, content in contents.items() if not holds(path, content)
        }
        changed |= dict.fromkeys(stale)
        changes = [Change(path, path, content) for path, content in changed.items()]
        before, after = own.while_writing(contents), own.when_written(contents, stale)
        if changes:
            changes.insert(0, Change(own.path, own.path, before))
        if not holds(own.path, after) and not (changes and before == after):
            changes.append(Change(own.path, own.path, after))
        return changes

    def _refuse_twice(self, path: str) -> None:
        if path in self._named or any(path in directory.contents for directory in self._directories):
            raise input_error("two outputs have the same path", "rename one", Location(path))


def _is_stream(path: str) -> bool:
    """Whether the path is written to in place, such as /dev/stdout."""
    if os.path.abspath(path).startswith(_STREAMS):
        return True
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


def _refuse_read_only(change: Change) -> None:
    """Replacing a file would work even if it is read-only, but a user who made it read-only wants to keep
    it.
    """
    if os.path.exists(change.path) and not os.stat(change.path).st_mode & 0o222:
        hint = "make it writable if it may be replaced, or give another path"
        raise input_error("cannot write: it is read-only", hint, Location(change.name))
