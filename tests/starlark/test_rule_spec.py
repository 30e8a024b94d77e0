"""The rules match their description in rules/spec, in all three front ends."""

import re

import pytest
import rule_spec
import rule_text
import write_rules
from conftest import ROOT

RULES = rule_spec.rules()

EXPORT = re.compile(r"^(\w+) = _\1$", re.MULTILINE)
# The other names in repositories.bzl: WORKSPACE macros without parameters.
NO_RULES = {"offline_stubs"}


def exported(file: str) -> set[str]:
    return set(EXPORT.findall((ROOT / file).read_text()))


def test_every_rule_is_described():
    functions = {path.stem for path in (ROOT / "rules/cmake").glob("e[tx]*.cmake")}
    # The remaining functions have the names of ExecuTorch's own functions.
    functions = {name for name in functions if not name.startswith("executorch_target_")}
    having = {
        front_end: {name for name, rule in RULES.items() if front_end in rule.front_ends}
        for front_end in rule_spec.FRONT_ENDS
    }
    assert having["bazel"] == exported("rules/defs.bzl") | (exported("rules/repositories.bzl") - NO_RULES)
    assert having["buck2"] == exported("rules/buck2/defs.bzl")
    assert having["cmake"] - {"merge_yaml"} == functions


def test_a_repository_rule_uses_every_attribute():
    """For macros, lint checks this."""
    repository_rules = [rule for rule in RULES.values() if rule.is_repository_rule]
    assert repository_rules
    for rule in repository_rules:
        used = (ROOT / f"rules/private/{rule.short_name}_repo.bzl").read_text()
        for each in rule.parameters("bazel"):
            assert re.search(rf"\b(told|repository_ctx\.attr)\.{each.name}\b", used), each.name


def test_rules_are_as_described():
    different = [path.name for path, text in write_rules.written() if path.read_text() != text]
    assert not different, "change rules/spec instead, and run .venv/bin/python tools/dev/write_rules.py"


IN_CMAKE = {name: rule for name, rule in RULES.items() if "cmake" in rule.front_ends}


@pytest.mark.parametrize("rule", IN_CMAKE.values(), ids=IN_CMAKE)
def test_cmake_uses_every_keyword(rule):
    """For Starlark, lint checks this."""
    used = (ROOT / f"rules/cmake/{rule.name}.cmake").read_text().removeprefix(rule_text.cmake(rule))
    for each in rule.parameters("cmake"):
        # A keyword with two spellings is parsed by the shorter one.
        shortest = min(each.spellings, key=len)
        assert re.search(rf"\b(arg_|run_)?{shortest}\b", used), shortest
