"""Copies all files of a directory to another one, which must only contain files from earlier runs.

    python tools/dev/place_files.py FROM DIRECTORY

Files of an earlier run that are not in FROM are deleted. If DIRECTORY contains other files, that is an error
and nothing is changed, as with the directories that etgen writes.
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
