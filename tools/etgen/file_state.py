"""Whether files have changed, by what the file system says of them and not by which is newer.

    python file_state.py STATE

looks at the files that STATE lists, and rewrites it if one has changed. Each build does so: nothing is
imported that it can do without.
"""

import os
import sys


def signature(path: str) -> str:
    """What is different when the file's content is; a file that cannot be read has one, too."""
    try:
        status = os.stat(path)
    except OSError as error:
        return f"errno {error.errno}"
    return f"{status.st_mtime_ns} {status.st_ctime_ns} {status.st_size} {status.st_ino}"


def dump(signatures: dict[str, str]) -> str:
    """The signatures by path, as STATE has them."""
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
