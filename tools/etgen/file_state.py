"""Detects changed files by the metadata of the file system, not by comparing timestamps.

    python file_state.py STATE

checks the files that STATE lists, and rewrites it if one has changed. Every build runs it, so it imports as
little as possible.
"""

import os
import sys


def signature(path: str) -> str:
    """A value that changes with the content of the file; an unreadable file has one, too."""
    try:
        status = os.stat(path)
    except OSError as error:
        return f"errno {error.errno}"
    return f"{status.st_mtime_ns} {status.st_ctime_ns} {status.st_size} {status.st_ino}"


def dump(signatures: dict[str, str]) -> str:
    """The signatures by path, in the format of STATE."""
    return "".join(f"{mark}\t{path}\n" for path, mark in sorted(signatures.items()))


def parse(text: str) -> dict[str, str]:
    pairs = (line.split("\t", 1) for line in text.splitlines())
    return {path: mark for mark, path in pairs}


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        old = file.read()
    new = dump({name: signature(name) for name in parse(old)})
    if new != old:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)


if __name__ == "__main__":
    main(sys.argv[1])
