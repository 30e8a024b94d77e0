"""Records the files that etgen has written to a directory, to distinguish them from a user's files.

Each run leaves a manifest in the first directory that its flags name: the files that etgen has written there
and to the other directories, by their paths from the manifest, with the SHA-256 of what was written. A file
belongs to etgen if the manifest lists it and its content is unchanged. Manifests contain neither times nor
absolute paths.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping

from etgen import json_io
from etgen.errors import Location, input_error

NAME = ".etgen_manifest.json"
_HINT = "move it away, or give another directory"


class Manifest:
    """The files that etgen has written, each with the SHA-256 of its permitted contents."""

    def __init__(self, directory: str):
        """Reads the manifest of a directory, if it has one. Raises `InputError` for an invalid file."""
        self.path = os.path.normpath(os.path.join(directory, NAME))
        # Relative paths to other directories must not depend on how these are spelt.
        self._directory = os.path.realpath(directory)
        self._digests: dict[str, set[str]] = {}
        if os.path.islink(self.path):
            raise input_error(
                "it is a symbolic link, and etgen keeps its manifest here", _HINT, Location(self.path)
            )
        if os.path.exists(self.path):
            try:
                with open(self.path, encoding="utf-8") as file:
                    files = json.load(file)["files"]
                self._digests = {name: set(digests.split()) for name, digests in files.items()}
            except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
                raise input_error("not a manifest of etgen", _HINT, Location(self.path)) from None

    def has(self, path: str) -> bool:
        """Whether etgen has written the file, and it has not been changed since."""
        digests = self._digests.get(self._name(path))
        if not digests or not os.path.isfile(path) or os.path.islink(path):
            return False
        try:
            with open(path, "rb") as file:
                return _sha256(file.read()) in digests
        except OSError:
            return False

    def while_writing(self, contents: Mapping[str, bytes]) -> bytes:
        """The text of the manifest while these files are written: if the run is killed, it lists old and new
        files.
        """
        return self._text(contents, lambda name, new: self._digests.get(name, set()) | {new})

    def when_written(self, contents: Mapping[str, bytes], deleted: Iterable[str]) -> bytes:
        """The text of the manifest after these files were written and `deleted` were deleted."""
        for path in deleted:
            self._digests.pop(self._name(path), None)
        return self._text(contents, lambda name, new: {new})

    def _text(self, contents: Mapping[str, bytes], digests_of: Callable[[str, str], set[str]]) -> bytes:
        files = {
            name: " ".join(sorted(digests))
            for name, digests in self._digests.items()
            if os.path.lexists(os.path.join(self._directory, name))
        }
        for path, content in contents.items():
            name = self._name(path)
            files[name] = " ".join(sorted(digests_of(name, _sha256(content))))
        return json_io.dump({"files": files}, ascii_only=True).encode()

    def _name(self, path: str) -> str:
        directory, name = os.path.split(path)
        path = os.path.join(os.path.realpath(directory), name)
        return os.path.relpath(path, self._directory).replace(os.sep, "/")


def _sha256(content: bytes) -> str:
    # hashlib loads OpenSSL, which takes longer than all hashing in this module.
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256
    return sha256(content).hexdigest()
