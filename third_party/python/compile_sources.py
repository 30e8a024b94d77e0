"""Compiles Python sources, so that processes of the tools need not, each of them again.

python compile_sources.py SOURCE SHOWN COMPILED …

SHOWN is the path that tracebacks have. Nobody looks whether a source has changed since: who builds does.
"""

import py_compile
import sys

if __name__ == "__main__":
    for source, shown, compiled in zip(*[iter(sys.argv[1:])] * 3, strict=True):
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(source, compiled, shown, doraise=True, invalidation_mode=unchecked)
