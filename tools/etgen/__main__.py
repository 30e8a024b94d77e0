"""Entry point of `python -m etgen`."""

import sys

from etgen.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
