"""The command line: `python -m etgen COMMAND FLAGS`. A file may have flags, one per line: `@params`."""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from etgen import file_log
from etgen.errors import Problem, UserError, input_error
from etgen.text_io import print_text, read_text

COMMANDS = ("build", "select", "merge", "resolve", "generate", "check", "report", "size", "shader", "batch")
INTERRUPTED = 130  # the status of a process that the signal has ended
_BUG_HINT = "this is a bug in etgen: please report it, with the output of a run with ETGEN_TRACEBACK=1"


class _Help(argparse.HelpFormatter):
    """Uses COLUMNS as the width: to query the terminal, argparse would import large modules in every run."""

    def __init__(self, prog: str):
        columns = os.environ.get("COLUMNS", "")
        super().__init__(prog, width=(int(columns) if columns.isdecimal() else 80) - 2)


class _Parser(argparse.ArgumentParser):
    """Reports a wrong flag the way every other mistake is reported."""

    def __init__(self, **kwargs: Any):
        super().__init__(formatter_class=_Help, allow_abbrev=False, **kwargs)

    def error(self, message: str) -> NoReturn:
        raise input_error(message, f"see {self.prog} --help")

    def print_help(self, file: object = None) -> None:
        print_text(self.format_help())


def main(argv: Sequence[str]) -> int:
    """Runs one command. Returns 0 on success, 1 if a check failed, 2 if the input is wrong."""
    try:
        with file_log.recording():
            _run(argv)
    except UserError as problems:
        _complain(str(problems))
        return problems.exit_status
    except ModuleNotFoundError as error:
        hint = "the tools need PyYAML, Jinja2 and flatbuffers: pip install -r tools/requirements.txt"
        _complain(str(Problem(f"{sys.executable}: {error}", hint)))
        return UserError.exit_status
    except RecursionError:
        _complain(str(Problem("an input is nested too deeply", "use fewer levels")))
        return UserError.exit_status
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("ETGEN_TRACEBACK"):
            raise
        _complain(str(Problem(f"{type(error).__name__}: {error}", _BUG_HINT)))
        return UserError.exit_status
    return 0


def _run(argv: Sequence[str]) -> None:
    argv = _expanded(argv)
    parser = _Parser(
        prog="etgen", description="Selects, resolves and registers ExecuTorch kernels at build time."
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    # A build runs many of these processes: each imports only what its command needs.
    for name in argv[:1] if argv[:1] and argv[0] in COMMANDS else COMMANDS:
        module = importlib.import_module(f"etgen.{name}")
        subparser = subparsers.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    args = parser.parse_args(argv)
    args.run(args)


def _expanded(argv: Sequence[str]) -> list[str]:
    """The flags, including those of `@params`. Raises `InputError` for text that no output can contain."""
    result: list[str] = []
    for previous, argument in zip(["", *argv], argv, strict=False):
        # The value of a flag may also begin with an @, as labels of other repositories do.
        is_value = previous.startswith("--") and not os.path.isfile(argument[1:])
        if argument.startswith("@") and not is_value:
            result += filter(None, read_text(argument[1:]).split("\n"))
        else:
            result.append(argument)
    for argument in result:
        if "\0" in argument or any("\ud800" <= char <= "\udfff" for char in argument):
            raise input_error(f"not UTF-8: {argument}", "outputs are in UTF-8: give the file another name")
    return result


def _complain(text: str) -> None:
    # If standard error is closed, only the exit status reports the failure.
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)
