"""The rules are as rules/spec describes them, in all three front ends."""

import re

import pytest
import rule_spec
import write_rules
from conftest import ROOT

RULES = rule_spec.rules()
# Described by hand: a repository rule for Bazel, and what CMake has alone.
BY_HAND = {"executorch_source_runtime", "et_install", "et_install_prefab", "et_shared_library"}


def test_every_rule_is_described():
    exported = set(re.findall(r"^(\w+) = _\1$", (ROOT / "rules/defs.bzl").read_text(), re.MULTILINE))
    functions = {path.stem for path in (ROOT / "rules/cmake").glob("e[tx]*.cmake")}
    # What else there is has the names of ExecuTorch's own functions.
    functions = {name for name in functions if not name.startswith("executorch_target_")}
    assert set(RULES) == exported
    assert set(RULES) - {"merge_yaml"} == functions - BY_HAND


def test_rules_are_as_described():
    different = [path.name for path, text in write_rules.written() if path.read_text() != text]
    assert not different, "change rules/spec instead, and run .venv/bin/python tools/dev/write_rules.py"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_cmake_uses_every_keyword(rule):
    """Of Starlark, lint says so."""
    used = (ROOT / f"rules/cmake/{rule.name}.cmake").read_text().removeprefix(rule_spec.cmake(rule))
    for each in rule.parameters("cmake"):
        # A keyword of two spellings is read by the shorter one.
        shortest = min(each.spellings, key=len)
        assert re.search(rf"\b(arg_|run_)?{shortest}\b", used), shortest
