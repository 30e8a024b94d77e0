"""Maintains names.json: the names that releases define, made from the repositories of checkouts.py."""

import functools
import json

import checkouts
from conftest import ROOT

FILE = ROOT / "tests/bazel/releases/names.json"

# The newest version of each major version of Bazel that has documents.
BAZELS = ("7.7.1", "8.7.0", "9.1.0")
# The versions in MODULE.bazel, and the newest versions.
RELEASES = {"rules_cc": ("0.1.1", "0.2.22"), "platforms": ("0.0.10", "1.1.0")}

# Functions that are missing in the reference, with the page of the documents that describes them.
_ELSEWHERE = {"label_flag": "extending/config"}
# Undocumented members that rules_cc calls in its release for these versions.
_CALLED_BY_RULES_CC = {"cc_common.merge_cc_infos": ("7.7.1", "8.7.0")}
# Names of other languages, and of Starlark itself.
_OTHERS = """aar android apple bind coverage dict. ext fdo float. int. j2objc java list. macro. new_http
    new_local objc propeller proto py range. sh_ string. wasm""".split()


def read() -> str:
    """The names in the checkouts, as JSON with one line for each file, function or list.

    Lists are strings with spaces between the names.
    """
    found: dict[str, object] = {}
    for release in RELEASES["platforms"]:
        found[f"platforms {release}"] = " ".join(checkouts.platforms(release))
    for release in RELEASES["rules_cc"]:
        for file, symbols in checkouts.RulesCc(release).exports().items():
            joined = {name: of and " ".join(of) for name, of in symbols.items()}
            found[f"rules_cc {release} {file}"] = joined
    documents = {version: checkouts.BazelDocuments(version) for version in BAZELS}
    for version, each in documents.items():
        found[f"bazel {version} flags"] = " ".join(sorted(each.flags))
        each.functions |= {name: {"**"} for name, page in _ELSEWHERE.items() if name in each.page(page)}
        each.functions |= {name: {"**"} for name, of in _CALLED_BY_RULES_CC.items() if version in of}
    for name in sorted(set().union(*(each.functions for each in documents.values()))):
        if not name.lower().startswith(tuple(_OTHERS)):
            found[f"bazel {name}"] = _by_version(name, documents)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _by_version(name: str, documents: dict) -> dict[str, str]:
    """The parameters of a function, by the versions that have exactly these parameters."""
    result: dict[str, str] = {}
    for version, each in documents.items():
        if name in each.functions:
            parameters = " ".join(sorted(each.functions[name]))
            same = next((versions for versions, of in result.items() if of == parameters), None)
            if same:
                result = {f"{k} {version}" if k == same else k: of for k, of in result.items()}
            else:
                result[version] = parameters
    return result


@functools.cache
def kept() -> dict:
    return json.loads(FILE.read_text())


def flags(version: str) -> set[str]:
    return set(kept()[f"bazel {version} flags"].split())


def parameters(function: str, version: str) -> set[str] | None:
    """The parameters of a function of Bazel; `**` for any name. None if the version lacks the function."""
    names = [function, function.removeprefix("native.")]
    versions = next((kept()[f"bazel {name}"] for name in names if f"bazel {name}" in kept()), {})
    return next((set(of.split()) for key, of in versions.items() if version in key.split()), None)


def members(types: set[str], version: str) -> set[str]:
    """The members of types of Bazel."""
    functions = [key.removeprefix("bazel ") for key in kept() if key.startswith("bazel ")]
    of_types = [name for name in functions if name.partition(".")[0] in types]
    return {name.partition(".")[2] for name in of_types if parameters(name, version) is not None}


def of_file(release: str, path: str) -> dict[str, str | None]:
    """The symbols of a file of rules_cc, with their parameters."""
    return kept()[f"rules_cc {release} {path}"]


def platforms(release: str) -> list[str]:
    return kept()[f"platforms {release}"].split()
