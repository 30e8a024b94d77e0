"""Runs the stand-in in the current directory: `python -m buck2 COMMAND TARGET …`.

COMMAND is build, run, test, targets or generated; `generated` writes the generated files of an
executorch_generated_lib to a directory.
"""

import pathlib
import sys

from buck2 import Buck2, BuckError


def _main(command: str, *args: str) -> int:
    buck2 = Buck2(pathlib.Path.cwd())
    if command == "targets":
        print(*buck2.targets(), sep="\n")
    elif command == "build":
        print(*(path for target in args for path in buck2.build(target)), sep="\n")
    elif command == "generated":
        target, directory = args
        for name, data in buck2.generated(target).items():
            path = pathlib.Path(directory) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    else:
        done = buck2.test(args[0]) if command == "test" else buck2.run(*args)
        print(done.stdout, done.stderr, sep="", end="")
        return done.returncode
    return 0


if __name__ == "__main__":
    try:
        sys.exit(_main(*sys.argv[1:]))
    except BuckError as error:
        sys.exit(str(error))
