"""The rules match their description in rules/spec, in all three front ends."""

import re

import pytest
import rule_spec
import write_rules
from conftest import ROOT

RULES = rule_spec.rules()
# Rules that are described by hand: a repository rule of Bazel, and functions that only CMake has.
BY_HAND = {"executorch_source_runtime", "et_install", "et_install_prefab", "et_shared_library"}


def test_every_rule_is_described():
    exported = set(re.findall(r"^(\w+) = _\1$", (ROOT / "rules/defs.bzl").read_text(), re.MULTILINE))
    functions = {path.stem for path in (ROOT / "rules/cmake").glob("e[tx]*.cmake")}
    # The remaining functions have the names of ExecuTorch's own functions.
    functions = {name for name in functions if not name.startswith("executorch_target_")}
    assert set(RULES) == exported
    assert set(RULES) - {"merge_yaml"} == functions - BY_HAND


def test_rules_are_as_described():
    different = [path.name for path, text in write_rules.written() if path.read_text() != text]
    assert not different, "change rules/spec instead, and run .venv/bin/python tools/dev/write_rules.py"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_cmake_uses_every_keyword(rule):
    """For Starlark, lint checks this."""
    used = (ROOT / f"rules/cmake/{rule.name}.cmake").read_text().removeprefix(rule_spec.cmake(rule))
    for each in rule.parameters("cmake"):
        # A keyword with two spellings is parsed by the shorter one.
        shortest = min(each.spellings, key=len)
        assert re.search(rf"\b(arg_|run_)?{shortest}\b", used), shortest
