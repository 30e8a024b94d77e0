"""The functions have the parameters of Bazel's macros: as keywords, with the same defaults."""

import re

import pytest
from conftest import ROOT
from signatures import parameters

FUNCTIONS = sorted(
    path.stem for path in (ROOT / "rules").glob("*.bzl") if (ROOT / f"rules/cmake/{path.stem}.cmake").exists()
)

# Parameters without a keyword, of all functions or of one.
NOT_HERE = {
    # Targets of CMake are seen everywhere.
    "": {"visibility"},
    # Tests run in the source directory, where their files are.
    "et_kernel_test": {"data"},
    "et_model_test": {"data"},
    # A dict, for which there is LIMITS.
    "et_size_test": {"data", "ops"},
}

SPELLINGS = {"True": "ON", "False": "OFF"}


def test_there_are_functions():
    assert {"et_operator_library", "executorch_generated_lib", "merge_yaml"} < set(FUNCTIONS)
    macros = {path.stem for path in (ROOT / "rules").glob("e[tx]*_*.bzl")}
    assert macros <= set(FUNCTIONS)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_keywords(function):
    """They are documented, and what is documented is read."""
    usage, code = re.split(r"^function\(.*\n", text_of(function), maxsplit=1, flags=re.MULTILINE)
    documented = set(re.findall(r"(?:^#     \[?|[\[|] ?)([A-Z][A-Z_]+)\b", usage, re.MULTILINE))
    macro = parameters(ROOT / f"rules/{function}.bzl")
    expected = {name.upper() for name in macro.keys() - NOT_HERE[""] - NOT_HERE.get(function, set())}
    assert expected - documented == set()
    read = set(re.findall(r"[A-Z][A-Z_]+", code))
    assert {
        keyword for keyword in documented if not {keyword, keyword.removesuffix("_TARGET")} & read
    } == set()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_defaults(function):
    macro = parameters(ROOT / f"rules/{function}.bzl")
    for keyword, default in re.findall(r"_et_flag\((\w+) (\S+)\)", text_of(function)):
        expected = macro[keyword.lower()].strip('"')
        assert SPELLINGS.get(expected, expected) == default, keyword


def text_of(function: str) -> str:
    return (ROOT / f"rules/cmake/{function}.cmake").read_text()
