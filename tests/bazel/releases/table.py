"""Generates docs/bazel_versions.md: the features of Bazel that this repository uses, and the versions that
have them.
"""

import base64
import functools
import re

import names
import uses
from conftest import ROOT, run_bazel

DOCUMENT = ROOT / "docs/bazel_versions.md"

# The version of Bazel that runs the tests.
HERE = "4.2.3"
# The types of the values whose members are used.
_TYPES = set(
    """Args CcInfo CompilationContext DefaultInfo File Label LibraryToLink LinkerInput LinkingContext
    OutputGroupInfo Target configuration depset exec_result path repository_os runfiles""".split()
)
# The rules that rules_cc forwards to Bazel before 9.
RULES = ("cc_binary", "cc_library", "cc_test", "cc_toolchain")
# Attributes of every rule.
COMMON = set(
    """name args compatible_with data deprecation exec_compatible_with exec_properties features
    restricted_to size tags target_compatible_with testonly toolchains visibility""".split()
)
# Functions that are called with parameter names of this repository.
_FREE = ("OutputGroupInfo", "struct")
_YES, NO = "yes", "—"

_HEAD = """\
# What is used of Bazel, and which versions have it

The tests of this repository run Bazel {here} only. For the other versions, this page was made from their
documents (bazel-contrib/bazel-docs); what rules_cc and platforms have is read from their releases. A test
compares the page with the repository. What is new is written to it by

    .venv/bin/python -m pytest tests/bazel/releases --update-goldens

With `RULES_EXECUTORCH_CHECKOUTS` set to a directory with clones of those repositories, the lists that the
page is made from are read again.

A dash: the version does not have it, and does not read the files that use it (WORKSPACE.bazel, MODULE.bazel,
or flags for old versions).
"""


def written() -> str:
    """The expected content of the page."""
    used = uses.of_this_repository()
    functions = "Functions and rules, with the parameters that are given by name"
    parts = [
        _HEAD.format(here=HERE),
        _table("Flags", ["flag"], _flag_rows(used)),
        _table(functions, ["function", "parameters"], _function_rows(used)),
        _table("Members of values", ["member"], _member_rows(used)),
    ]
    return "\n".join(parts)


def _table(title: str, columns: list[str], rows: list[list[str]]) -> str:
    head = [*columns, HERE, *names.BAZELS]
    lines = [f"## {title}", "", _row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _flag_rows(used: uses.Uses) -> list[list[str]]:
    has = [flags_here(), *map(names.flags, names.BAZELS)]
    flags = sorted(names_of_flags(used, set().union(*has)))
    return [[f"`--{flag}`", *(_YES if flag in each else NO for each in has)] for flag in flags]


def names_of_flags(used: uses.Uses, known: set[str]) -> set[str]:
    """The flags of Bazel among the flags in the files; the files also have flags of other programs."""
    return {name for flag in used.flags for name in (flag, flag.removeprefix("no")) if name in known}


@functools.cache
def flags_here() -> set[str]:
    """The flags of the Bazel version that runs the tests."""
    encoded = base64.b64decode(run_bazel("help", "flags-as-proto").stdout)
    # Each flag is a message that begins with the name and whether there is a --no….
    return {name.decode() for name in re.findall(rb"\n.([a-z][a-z0-9_:]+)\x10[\0\1]", encoded, re.DOTALL)}


def _function_rows(used: uses.Uses) -> list[list[str]]:
    functions = dict(used.functions)
    for symbols in used.loads.values():
        functions |= {name: each - COMMON for name, each in symbols.items() if name in RULES}
    rows = []
    for name, parameters in sorted(functions.items()):
        shown = "" if name in _FREE else " ".join(f"`{each}`" for each in sorted(parameters))
        here = _YES if is_read_by(HERE, used.files.get(name, {HERE})) else NO
        others = [_cell(name, parameters, version) for version in names.BAZELS]
        rows.append([f"`{name}`", shown, here, *others])
    return rows


def _cell(name: str, parameters: set[str], version: str) -> str:
    has = names.parameters(name, version)
    if has is None:
        return NO
    lacks = set() if any(each.startswith("**") for each in has) else parameters - has
    return f"without {', '.join(sorted(lacks))}" if lacks else _YES


def is_read_by(version: str, files: set[str]) -> bool:
    """Whether a version reads one of the files: 9 reads no WORKSPACE, 4.2.3 reads no MODULE.bazel."""
    unread = {HERE: ("MODULE.bazel", "rules/extensions.bzl")}
    if version.startswith("9."):
        unread[version] = ("WORKSPACE.bazel", "rules/repositories.bzl")
    return not all(file.endswith(unread.get(version, ())) for file in files)


def _member_rows(used: uses.Uses) -> list[list[str]]:
    """The rows of members of Bazel's types, without our own members and those of Starlark's types."""
    members = [names.members(_TYPES, version) for version in names.BAZELS]
    known = sorted(used.members & set().union(*members))
    return [[f"`{name}`", _YES, *(_YES if name in each else NO for each in members)] for name in known]


def rows_of(text: str) -> dict[str, list[str]]:
    """The cells of every row, by the first cell."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {cells[0].strip("`"): cells[1:] for cells in rows}
