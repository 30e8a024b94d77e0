"""Entry point of `python -m kernel_testing`."""

import sys

from kernel_testing.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
