"""Runs the command line; see cli.py.

Builds run many of these short processes, and most of one is importing. Two modules are large, imported by
others and hardly used here. This process is ours alone, so that we may keep them out of it.
"""

import importlib
import sys
import types


class _OnUse(types.ModuleType):
    """Stands for a module until something of it is asked for. A LazyLoader's loads at the next import."""

    def __getattr__(self, name: str):
        if sys.modules[self.__name__] is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


# dataclasses want it for classes without a docstring.
sys.modules.setdefault("inspect", _OnUse("inspect"))
# flatbuffers wants it, where it is installed, for vectors that are not read here.
sys.modules.setdefault("numpy", types.ModuleType("numpy"))

from etgen.cli import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
