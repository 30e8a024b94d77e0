"""docs/bazel_versions.md: what this repository uses, and the releases that have it."""

import base64
import functools
import json
import re

import checkouts
import uses
from conftest import ROOT, run_bazel

DOCUMENT = ROOT / "docs/bazel_versions.md"
EXPORTS = ROOT / "tests/bazel/releases/exports.json"

# The Bazel that runs here, and the newest of each line that the documents have.
HERE = "4.2.3"
VERSIONS = ("7.7.1", "8.7.0", "9.1.0")
# What MODULE.bazel names, and the newest.
RELEASES = {"rules_cc": ("0.1.1", "0.2.22"), "platforms": ("0.0.10", "1.1.0")}

# Functions that the reference leaves out, and the page of the documents that has them.
_ELSEWHERE = {"label_flag": "extending/config"}
# Undocumented, and called by the release of rules_cc that is for these versions.
_CALLED_BYRULES_CC = {"cc_common.merge_cc_infos": ("7.7.1", "8.7.0")}
# The types of values that are looked into.
_TYPES = set(
    """Args CcInfo CompilationContext DefaultInfo File Label LibraryToLink LinkerInput LinkingContext
    OutputGroupInfo Target configuration depset exec_result path repository_os runfiles""".split()
)
# Those that rules_cc forwards to Bazel before 9.
RULES = ("cc_binary", "cc_library", "cc_test", "cc_toolchain")
# Attributes of every rule.
COMMON = set(
    """name args compatible_with data deprecation exec_compatible_with exec_properties features
    restricted_to size tags target_compatible_with testonly toolchains visibility""".split()
)
_YES, _NO = "yes", "—"

_HEAD = """\
# What is used of Bazel, and which versions have it

The tests of this repository run Bazel {here} only. For the other versions, this page was made from their
documents (bazel-contrib/bazel-docs); what rules_cc and platforms have is read from their releases. A test
compares the page with the repository, so that nothing new is used before the versions have been looked at.
With clones of those repositories it makes the page again:

    RULES_EXECUTORCH_CHECKOUTS=<directory> .venv/bin/python -m pytest tests/bazel/releases --update-goldens

A dash: the version does not have it, and does not read the files that use it (WORKSPACE.bazel, MODULE.bazel,
or flags for old versions).
"""


def written() -> str:
    """The page as the checkouts have it."""
    used = uses.of_this_repository()
    documents = {version: checkouts.BazelDocuments(version) for version in VERSIONS}
    parts = [_HEAD.format(here=HERE)]
    parts.append(_table("Flags", ["flag"], _flag_rows(used, documents), [HERE, *VERSIONS]))
    parts.append(
        _table(
            "Functions and rules, with the parameters that are given by name",
            ["function", "parameters"],
            _function_rows(used, documents),
            [HERE, *VERSIONS],
        )
    )
    parts.append(_table("Members of values", ["member"], _member_rows(used, documents), [HERE, *VERSIONS]))
    return "\n".join(parts)


def _table(title: str, columns: list[str], rows: list[list[str]], versions: list[str]) -> str:
    lines = [f"## {title}", "", _row([*columns, *versions]), _row(["---"] * (len(columns) + len(versions)))]
    return "\n".join([*lines, *map(_row, rows)]) + "\n"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _flag_rows(used: uses.Uses, documents: dict) -> list[list[str]]:
    rows = []
    has = [flags_here(), *(documents[version].flags for version in VERSIONS)]
    for flag in sorted(names_of_flags(used, set().union(*has))):
        rows.append([f"`--{flag}`", *(_YES if flag in flags else _NO for flags in has)])
    return rows


def names_of_flags(used: uses.Uses, known: set[str]) -> set[str]:
    """The flags of Bazel among those in the files: others are those of other programs."""
    return {name for flag in used.flags for name in (flag, flag.removeprefix("no")) if name in known}


@functools.cache
def flags_here() -> set[str]:
    """The flags of the Bazel that runs here."""
    encoded = base64.b64decode(run_bazel("help", "flags-as-proto").stdout)
    # Each is a message that begins with the name and whether there is a --no….
    return {name.decode() for name in re.findall(rb"\n.([a-z][a-z0-9_:]+)\x10[\0\1]", encoded, re.DOTALL)}


def _function_rows(used: uses.Uses, documents: dict) -> list[list[str]]:
    rows = []
    functions = dict(used.functions)
    for symbols in used.loads.values():
        functions |= {name: each - COMMON for name, each in symbols.items() if name in RULES}
    for name, parameters in sorted(functions.items()):
        cells = [_YES if is_read_by(HERE, used.files.get(name, {HERE})) else _NO]
        cells += [_cell(name, parameters, version, documents[version]) for version in VERSIONS]
        rows.append([f"`{name}`", parameters_shown(name, parameters), *cells])
    return rows


def parameters_shown(name: str, parameters: set[str]) -> str:
    if name in ("OutputGroupInfo", "struct"):
        return ""  # Names of ours.
    return " ".join(f"`{each}`" for each in sorted(parameters))


def _cell(name: str, parameters: set[str], version: str, documents: checkouts.BazelDocuments) -> str:
    if name in _ELSEWHERE:
        (page,) = checkouts.files("bazel-docs", "HEAD", f"versions/{version}/{_ELSEWHERE[name]}.mdx").values()
        return _YES if f"`{name}`" in page else _NO
    if version in _CALLED_BYRULES_CC.get(name, ()):
        return _YES
    has = documents.functions.get(name, documents.functions.get(name.removeprefix("native.")))
    if has is None:
        return _NO
    if any(parameter.startswith("**") for parameter in has):
        return _YES
    lacks = parameters - has
    return f"without {', '.join(sorted(lacks))}" if lacks else _YES


def is_read_by(version: str, files: set[str]) -> bool:
    """Whether a version reads one of the files: 9 no WORKSPACE, the one that runs here no MODULE.bazel."""
    unread = {HERE: ("MODULE.bazel", "rules/extensions.bzl")}
    if version.startswith("9."):
        unread[version] = ("WORKSPACE.bazel", "rules/repositories.bzl")
    return not all(file.endswith(unread.get(version, ())) for file in files)


def _member_rows(used: uses.Uses, documents: dict) -> list[list[str]]:
    """Those of Bazel's types: others are ours, or those of lists and the like, which every Starlark has."""
    members = {
        version: {name.partition(".")[2] for name in each.functions if name.partition(".")[0] in _TYPES}
        for version, each in documents.items()
    }
    known = used.members & set().union(*members.values())
    return [
        [f"`{name}`", _YES, *(_YES if name in members[version] else _NO for version in VERSIONS)]
        for name in sorted(known)
    ]


def rows_of(text: str) -> dict[str, list[str]]:
    """The cells of every row, by the first."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {cells[0].strip("`"): cells[1:] for cells in rows}


def exports() -> str:
    """What the releases of rule sets export, by release and file: JSON with a line for each."""
    found = {}
    for release in RELEASES["platforms"]:
        found[f"platforms {release}"] = checkouts.platforms(release)
    for release in RELEASES["rules_cc"]:
        for file, symbols in checkouts.RulesCc(release).exports().items():
            found[f"rules_cc {release} {file}"] = symbols
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
