"""Runs the command line; see cli.py.

Builds run many of these short processes, which spend most of their time on start-up and shutdown. This module
therefore defers or avoids unneeded work:

- Some large modules are imported by others, but hardly used here.
- Messages are not translated, so gettext is not needed.
- Half of PyYAML's import time is spent on regular expressions of its Python parser; we use libyaml instead.
- Classes that every command needs are named tuples: a dataclass takes eight times as long to define.
- At exit, the operating system frees memory faster than Python.
"""

import gc
import importlib
import os
import re
import sys
import types
from typing import Any


class _OnUse(types.ModuleType):
    """Stands in for a module until an attribute is used. LazyLoader would load it at the next import."""

    def __getattr__(self, name: str) -> object:
        if sys.modules[self.__name__] is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


class _PatternOnUse:
    """A regular expression that is compiled at its first use."""

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
# dataclasses needs copy for asdict, and inspect for classes without a docstring; PyYAML needs base64 for
# binary values; Jinja needs tempfile for a cache on disk.
for name in ("base64", "copy", "inspect", "tempfile"):
    sys.modules.setdefault(name, _OnUse(name))
# Before Python 3.12, datetime is a Python module that is then replaced by the contents of the C module.
sys.modules.setdefault("datetime", importlib.import_module("_datetime"))
_gettext = types.ModuleType("gettext")
vars(_gettext).update(gettext=str, ngettext=lambda one, many, count: one if count == 1 else many)
sys.modules.setdefault("gettext", _gettext)
# If numpy is installed, flatbuffers imports it for vectors that are not read here.
sys.modules.setdefault("numpy", types.ModuleType("numpy"))

from etgen.cli import main  # noqa: E402

os._exit(main(sys.argv[1:]))
