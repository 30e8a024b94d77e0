"""Runs a Python module from the given directories, which are searched before Python's own path.

python -B run_module.py DIRECTORY… -- MODULE FLAGS…

Unlike in PYTHONPATH, the name of a directory may contain any character.
"""

import os
import runpy
import sys

if __name__ == "__main__":
    separator = sys.argv.index("--")
    # Absolute paths, because the module may change the working directory.
    sys.path[:0] = map(os.path.abspath, sys.argv[1:separator])
    module = sys.argv[separator + 1]
    sys.argv[1:] = sys.argv[separator + 2 :]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
