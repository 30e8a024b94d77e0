"""The command line: `python -m etgen COMMAND FLAGS`. Flags may come from a file: `@params`, one a line."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from etgen.errors import Problem, UserError

COMMANDS = ("select", "merge", "resolve", "generate", "check", "report", "size", "shader")


class _Help(argparse.HelpFormatter):
    """As wide as COLUMNS says: to look at the terminal, argparse would import much, in every run."""

    def __init__(self, prog: str):
        columns = os.environ.get("COLUMNS", "")
        super().__init__(prog, width=(int(columns) if columns.isdecimal() else 80) - 2)


class _Parser(argparse.ArgumentParser):
    """Reports a wrong flag the way every other mistake is reported."""

    def __init__(self, **kwargs):
        super().__init__(formatter_class=_Help, **kwargs)

    def error(self, message: str):
        print(Problem(message, f"see {self.prog} --help"), file=sys.stderr)
        raise SystemExit(2)


def main(argv: Sequence[str]) -> int:
    """Runs one command. Returns 0 if done, 1 if a check failed, 2 if the input is wrong."""
    parser = _Parser(
        prog="etgen",
        description="Selects, resolves and registers ExecuTorch kernels at build time.",
        fromfile_prefix_chars="@",
        allow_abbrev=False,
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    # A build runs many of these processes: one imports what its own command needs.
    for name in argv[:1] if argv[:1] and argv[0] in COMMANDS else COMMANDS:
        module = importlib.import_module(f"etgen.{name}")
        subparser = subparsers.add_parser(
            name,
            help=module.HELP,
            description=module.HELP,
            fromfile_prefix_chars="@",
            allow_abbrev=False,
        )
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    args = parser.parse_args(argv)
    try:
        args.run(args)
    except UserError as problems:
        print(problems, file=sys.stderr)
        return problems.exit_status
    return 0
