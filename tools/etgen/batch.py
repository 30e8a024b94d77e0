"""`etgen batch`: runs many commands in one process, and reruns only commands whose flags or files have
changed.

For build systems that need to know the generated files at configure time, such as CMake. All commands of a
project are in one file; each is a header line, followed by its flags, one per line:

    select 4 //app:ops
    --model
    app/model.pte
    --output
    build/ops/selected_operators.yaml

The header line has the number of flags, and the target of the command for messages. If a command fails,
commands that read its output are skipped, and all others run.
"""

import argparse
import collections
import glob
import json
import os
import sys
from collections.abc import Iterator

from etgen import cli, file_log, file_state
from etgen.errors import CheckError, Location, Problem, input_error
from etgen.output import OutputFiles
from etgen.text_io import holds, print_text, read_text

HELP = "run those commands of a file whose inputs or outputs have changed"

# The version of the state file. A state file with another version is ignored.
_FORM = 1


class _Command(collections.namedtuple("_Command", "name flags label")):
    """A command of etgen, or the `signature` of a file, which changes when the file does."""

    def values(self, flag: str) -> list[str]:
        return [value for name, value in zip(self.flags, self.flags[1:], strict=False) if name == flag]


# The record of a command: its files with their signatures when they were read or written.
_Done = collections.namedtuple("_Done", "inputs outputs")


class _Result:
    """The record of a run.

    Attributes:
      done: the records of all commands that did not fail, in this run or before.
      inputs: the signature of each file that was read.
      outputs: the files that were, or should have been, written.
      status: the worst exit status.
    """

    def __init__(self) -> None:
        self.done: dict[_Command, _Done] = {}
        self.inputs: dict[str, str] = {}
        self.outputs: set[str] = set()
        self.status = 0

    def add(self, command: _Command, done: _Done) -> None:
        self.done[command] = done
        self.inputs.update(done.inputs)
        self.outputs.update(done.outputs)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--commands", required=True, metavar="FILE", help="the commands")
    parser.add_argument(
        "--state", required=True, metavar="FILE", help="the record of the previous run; rewritten"
    )
    parser.add_argument(
        "--inputs",
        required=True,
        metavar="FILE",
        help="where to list the input files; file_state.py rewrites it if one has changed",
    )
    parser.add_argument(
        "--units",
        required=True,
        metavar="FILE",
        help="where to list the sources to compile, from all files named by --unit-list",
    )
    parser.add_argument(
        "--fixed-units",
        action="store_true",
        help="fail if these have changed: the build system has to reread them first",
    )


def run(args: argparse.Namespace) -> None:
    commands = list(_commands(args.commands))
    tools = {path: file_state.signature(path) for path in _tools()}
    before = _read_state(args.state, tools)
    result = _run_all(commands, before)
    done = sum(before.get(command) is not files for command, files in result.done.items())
    print_text(f"etgen: {done} of {len(commands)} commands done\n")
    outputs = OutputFiles()
    outputs.add(args.state, _dump_state(tools, result.done))
    # Record the files that were read and are not outputs.
    inputs = (tools | result.inputs).items()
    outputs.add(args.inputs, file_state.dump({k: mark for k, mark in inputs if k not in result.outputs}))
    are_as_before = True
    if not result.status:
        lists = sorted(path for command in commands for path in command.values("--unit-list"))
        units = "".join(f"{path}\n{read_text(path)}" for path in lists).encode()
        are_as_before = not os.path.exists(args.units) or holds(args.units, units)
        outputs.add(args.units, units)
    _write_keeping_time(outputs, args.inputs)
    if result.status:
        raise SystemExit(result.status)
    if args.fixed_units and not are_as_before:
        what = "the sources to compile have changed"
        raise CheckError([Problem(what, "build again: CMake has to read the new list first")])


def _commands(path: str) -> Iterator[_Command]:
    lines = iter(read_text(path).split("\n"))
    for line in lines:
        if line:
            try:
                name, count, label = line.split(" ", 2)
                yield _Command(name, tuple(next(lines) for _ in range(int(count))), label)
            except (ValueError, RuntimeError):
                hint = "write COMMAND COUNT LABEL, then COUNT lines of flags"
                raise input_error(f"not a command: {line}", hint, Location(path)) from None


def _run_all(commands: list[_Command], before: dict[_Command, _Done]) -> _Result:
    """Runs the commands that are not up to date."""
    now: dict[str, str] = {}

    def is_as(signatures: dict[str, str]) -> bool:
        for path, mark in signatures.items():
            if path not in now:
                now[path] = file_state.signature(path)
            if now[path] != mark:
                return False
        return True

    result = _Result()
    missing: set[str] = set()
    for command in commands:
        earlier = before.get(command)
        is_left_out = not missing.isdisjoint(command.flags)
        if is_left_out:
            missing.update(command.values("--output"))
        if is_left_out or (earlier and is_as(earlier.inputs) and is_as(earlier.outputs)):
            if earlier:
                result.add(command, earlier)
            continue
        with file_log.recording() as log:
            status = _run(command)
        outputs = {path: file_state.signature(path) for path in log.outputs}
        now.update(log.inputs)
        now.update(outputs)
        if status == cli.INTERRUPTED:
            raise KeyboardInterrupt
        if not status:
            result.add(command, _Done(log.inputs, outputs))
            continue
        print(f"in {command.label}", file=sys.stderr)
        missing.update(command.values("--output"))
        result.inputs.update(log.inputs)
        result.status = max(result.status, status)
    result.outputs |= missing
    return result


def _run(command: _Command) -> int:
    if command.name == "signature":
        (path,), (output,) = command.values("--file"), command.values("--output")
        file_log.reads(path)
        outputs = OutputFiles()
        outputs.add(output, f"{file_state.signature(path)}\n")
        outputs.write()
        return 0
    try:
        return cli.main([command.name, *command.flags])
    except SystemExit as wrong_flag:
        return int(wrong_flag.code or 0)


def _write_keeping_time(outputs: OutputFiles, path: str) -> None:
    """The list of inputs keeps its timestamp, which is that of the last change seen by a build."""
    before = os.stat(path) if os.path.exists(path) else None
    outputs.write()
    if before:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _tools() -> list[str]:
    """The files of the generator: when they change, all commands run again."""
    package = glob.escape(os.path.dirname(__file__))
    kinds = ("*.py", "data/*", "include/*", "templates/*")
    return [path for kind in kinds for path in glob.glob(f"{package}/{kind}")]


def _read_state(path: str, tools: dict[str, str]) -> dict[_Command, _Done]:
    """The record of the previous run; empty if another version of the tools wrote it, or if it is
    unreadable.
    """
    try:
        with open(path, encoding="utf-8") as file:
            state = json.load(file)
        if (state["form"], state["tools"]) != (_FORM, tools):
            return {}
        files = state["files"]
        return {
            _Command(name, tuple(flags), label): _Done(*(dict(files[i] for i in each) for each in of_command))
            for name, flags, label, *of_command in state["done"]
        }
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def _dump_state(tools: dict[str, str], done: dict[_Command, _Done]) -> str:
    """Files are listed once, because many commands read the same ones; commands refer to them by number."""
    numbers: dict[tuple[str, str], int] = {}
    listed = []
    for command, of_command in done.items():
        files = [[numbers.setdefault(file, len(numbers)) for file in each.items()] for each in of_command]
        listed.append([*command, *files])
    return json.dumps({"form": _FORM, "tools": tools, "files": list(numbers), "done": listed})
