"""`etgen merge`: one functions yaml of two or more, the first that has an operator winning.

Entries are taken whole: those of `--functions-yaml` in their order, then those of each `--fallback-yaml` that
no earlier file has. Inside of one file an operator may have one entry only.
"""

import argparse

import yaml

from etgen import functions_yaml, yaml_io
from etgen.errors import InputError
from etgen.output import OutputFiles
from etgen.schema import OpName

HELP = "merge yaml files of kernels, the first file that has an operator winning"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--functions-yaml", required=True, help="the kernels to prefer")
    parser.add_argument(
        "--fallback-yaml",
        action="append",
        default=[],
        help="kernels for operators that no file before it has; may repeat",
    )
    parser.add_argument("--output", required=True, help="merged.yaml")


def run(args: argparse.Namespace) -> None:
    outputs = OutputFiles()
    outputs.add(args.output, merge([args.functions_yaml, *args.fallback_yaml]))
    outputs.write()


def merge(paths: list[str]) -> str:
    """The text of the merged yaml. Raises `InputError` with what is wrong in any of the files."""
    merged: dict[OpName, object] = {}
    problems = []
    for path in paths:
        try:
            names = [entry.name for entry in functions_yaml.read(path)]
        except InputError as error:
            problems += error.problems
            continue
        # The file was just read as a list of mappings, so that it loads is certain.
        for name, entry in zip(names, yaml.safe_load(yaml_io.read_text(path)), strict=True):
            merged.setdefault(name, entry)
    if problems:
        raise InputError(problems)
    return "\n".join(yaml.safe_dump([entry], sort_keys=False, width=1000) for entry in merged.values())
