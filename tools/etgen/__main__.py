"""Runs the command line; see cli.py."""

import sys
import types

# flatbuffers imports numpy where it is installed, for vectors that are not read here, and that takes longer
# than reading a model. This process is ours alone.
sys.modules.setdefault("numpy", types.ModuleType("numpy"))

from etgen.cli import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
