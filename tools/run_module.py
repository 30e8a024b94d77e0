"""Runs a Python module that is found in certain directories, besides what Python itself brings.

python -B run_module.py DIRECTORY… -- MODULE FLAGS…

Unlike on PYTHONPATH, a directory may have any character in its name.
"""

import os
import runpy
import sys

if __name__ == "__main__":
    separator = sys.argv.index("--")
    # Absolute, for programs that change their directory.
    sys.path[:0] = map(os.path.abspath, sys.argv[1:separator])
    module = sys.argv[separator + 1]
    sys.argv[1:] = sys.argv[separator + 2 :]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
