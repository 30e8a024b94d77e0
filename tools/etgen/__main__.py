"""Runs the command line; see cli.py.

Builds run many of these short processes, and most of one is starting and ending. This one is ours alone, so
that we may put off or leave out what it does without:

- Some modules are large, imported by others and hardly used here.
- Messages are not translated: nobody has to look for a translation.
- Half of PyYAML's import is regular expressions of its parser in Python, for which we have libyaml.
- Classes of what every command reads are named tuples: a dataclass takes eight times as long to define.
- What is left in memory at the end, the system takes back faster than Python.
"""

import gc
import importlib
import os
import re
import sys
import types
from typing import Any


class _OnUse(types.ModuleType):
    """Stands for a module until something of it is asked for. A LazyLoader's loads at the next import."""

    def __getattr__(self, name: str) -> object:
        if sys.modules[self.__name__] is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


class _PatternOnUse:
    """A regular expression that is compiled when something is matched with it."""

    _compile = staticmethod(re.compile)

    def __init__(self, *args: Any, **kwargs: Any):
        self._arguments = args, kwargs

    def __getattr__(self, name: str) -> object:
        args, kwargs = self._arguments
        value = getattr(self._compile(*args, **kwargs), name)
        setattr(self, name, value)
        return value


gc.disable()
vars(re)["compile"] = _PatternOnUse
# dataclasses want copy for what is made a dict and inspect for classes without a docstring, PyYAML base64 for
# values of bytes, and Jinja tempfile for a cache on disk.
for name in ("base64", "copy", "inspect", "tempfile"):
    sys.modules.setdefault(name, _OnUse(name))
# Before Python 3.12, datetime is a module in Python that ends by taking everything from the one in C.
sys.modules.setdefault("datetime", importlib.import_module("_datetime"))
_gettext = types.ModuleType("gettext")
vars(_gettext).update(gettext=str, ngettext=lambda one, many, count: one if count == 1 else many)
sys.modules.setdefault("gettext", _gettext)
# flatbuffers wants it, where it is installed, for vectors that are not read here.
sys.modules.setdefault("numpy", types.ModuleType("numpy"))

from etgen.cli import main  # noqa: E402

os._exit(main(sys.argv[1:]))
