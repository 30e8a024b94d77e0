"""The commands that pip installs: `etgen`, and `rules-executorch`, which says where things are."""

import argparse
import importlib.metadata
import runpy
import sys

from rules_executorch import ROOT


def etgen() -> None:
    """Runs etgen, as `python -m etgen` does in a checkout."""
    sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "kernels" / "testing")]
    runpy.run_module("etgen", run_name="__main__", alter_sys=True)


def main() -> None:
    """Prints what the flags ask for, a line each."""
    parser = argparse.ArgumentParser(
        prog="rules-executorch", description="Prints the directories of this package."
    )
    parser.add_argument("--version", action="version", version=importlib.metadata.version("rules-executorch"))
    parser.add_argument(
        "--cmake-dir",
        action="store_true",
        help="the directory of RulesExecuTorchConfig.cmake: cmake -DRulesExecuTorch_DIR=…",
    )
    args = parser.parse_args()
    if not args.cmake_dir:
        parser.error("nothing to print: give --cmake-dir or --version")
    print(ROOT / "rules" / "cmake")
