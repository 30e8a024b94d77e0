"""Runs the command line; see cli.py.

Builds run many of these short processes, and most of one is importing. Two modules are large, imported by
others and hardly used here. This process is ours alone, so that we may keep them out of it.
"""

import importlib.util
import sys
import types


def _load_on_use(name: str) -> None:
    """The module's import does nothing until something of it is asked for."""
    spec = importlib.util.find_spec(name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


# dataclasses want it for classes without a docstring.
_load_on_use("inspect")
# flatbuffers wants it, where it is installed, for vectors that are not read here.
sys.modules.setdefault("numpy", types.ModuleType("numpy"))

from etgen.cli import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
