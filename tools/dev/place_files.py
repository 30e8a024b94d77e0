"""Puts all files of one directory into another, which holds nothing but what this has put there.

    python tools/dev/place_files.py FROM DIRECTORY

What an earlier run has put there and FROM lacks is deleted. If DIRECTORY holds anything else, that is an
error and nothing is changed, as with the directories that etgen writes.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from etgen.errors import UserError
from etgen.output import OutputFiles


def main(source: str, directory: str) -> int:
    outputs = OutputFiles()
    placed = outputs.directory(directory, nothing_else=True)
    for path in sorted(pathlib.Path(source).rglob("*")):
        if path.is_file():
            placed.add(str(path.relative_to(source)), path.read_bytes())
    try:
        outputs.write()
    except UserError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
