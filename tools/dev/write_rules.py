"""Writes the contents of rules/spec to the rules: signatures, docstrings, usage, and CMake's argument
parsing.

    .venv/bin/python tools/dev/write_rules.py

Only the head of a macro or function is generated; its body is written by hand, and generated once for a new
rule. The lists of rules in both defs.bzl, RulesExecuTorch.cmake and docs/rules.md are generated as well. A
test fails if they differ from the descriptions: tests/starlark/test_rule_spec.py.
"""

import pathlib
import re
from collections.abc import Iterator

import rule_spec
import rule_text
from rule_spec import ROOT, Rule

_DIRECTORIES = {"bazel": "rules", "buck2": "rules/buck2"}
# The first cell of a row in docs/rules.md.
_LINK = r"\| \[`(\w+)`\]\(\.\./rules/[\w/]+\.(?:bzl|cmake)\) \|"


def written() -> Iterator[tuple[pathlib.Path, str]]:
    """Each file with generated parts, and its expected content."""
    rules = rule_spec.rules()
    for rule in rules.values():
        for front_end in rule.macros:
            path = ROOT / _DIRECTORIES[front_end] / f"{rule.name}.bzl"
            head = rf'^def {rule.name}\(.*?\):\n    """.*?"""\n'
            begun = _begun_macro(rule, front_end)
            yield path, _replaced(path, head, rule_text.starlark(rule, front_end), begun)
        if rule.is_repository_rule:
            path = ROOT / f"rules/private/{rule.short_name}_attrs.bzl"
            yield path, rule_text.repository_attributes(rule)
        if "cmake" in rule.front_ends:
            path = ROOT / f"rules/cmake/{rule.name}.cmake"
            begun = rule_text.cmake(rule) + "endfunction()\n"
            yield path, _replaced(path, _cmake_head(rule), rule_text.cmake(rule), begun)
    defs = r"^load\(.*"
    for front_end, package in (("bazel", "//rules:"), ("buck2", ":")):
        names = [rule.name for rule in rules.values() if front_end in rule.macros]
        yield _listed(f"{_DIRECTORIES[front_end]}/defs.bzl", defs, _exports(package, names))
    # merge_yaml has the name of one of ExecuTorch's functions, which have their own list.
    functions = [
        rule.name for rule in rules.values() if "cmake" in rule.front_ends and rule.name != "merge_yaml"
    ]
    head = "foreach(_et_file IN ITEMS\n    "
    included = head + "\n    ".join(functions) + ")\n"
    yield _listed("rules/cmake/RulesExecuTorch.cmake", re.escape(head) + r"et_.*?\)\n", included)
    path = ROOT / "docs/rules.md"
    rows = rf"(?:^{_LINK}[^\n]*\n)+"
    yield path, _replaced(path, rows, _rows(path.read_text(), rules))


def _begun_macro(rule: Rule, front_end: str) -> str:
    """A new macro that passes all its arguments to the rule of its name, without `et_` or `executorch_`."""
    private = rule.short_name
    directory = f"//{_DIRECTORIES[front_end]}/private"
    given = "".join(f"        {each.name} = {each.name},\n" for each in rule.parameters(front_end))
    return (
        f'"""{rule.summary(front_end)}"""\n\nload("{directory}:{private}.bzl", "{private}")\n\n'
        f"{rule_text.starlark(rule, front_end)}    {private}(\n{given}        **kwargs\n    )\n"
    )


def _exports(package: str, names: list[str]) -> str:
    loads = "".join(f'load("{package}{name}.bzl", _{name} = "{name}")\n' for name in names)
    return loads + "\n" + "".join(f"{name} = _{name}\n" for name in names)


def _rows(text: str, rules: dict[str, Rule]) -> str:
    """The rows of a table of the rules; new rows are added at its end."""
    listed = re.findall(rf"^{_LINK}", text, re.MULTILINE)
    order = [name for name in listed if name in rules] + [name for name in rules if name not in listed]
    return "".join(f"| [`{name}`](../{rules[name].file}) | {rules[name].purpose} |\n" for name in order)


def _cmake_head(rule: Rule) -> str:
    reads = (
        r"(?:  set\(keywords [^)]*\)\n)?"
        r"(?:  cmake_parse_arguments\(.*?\)\n)?"
        r"(?:  _et_check_arguments\([^\n]*\n)?"
        r"(?:  _et_(?:flag|default)\([^\n]*\n)*"
    )
    start = rf"^(?:#[^\n]*\n)+{re.escape(rule_text.cmake_function(rule))}"
    return start if rule.cmake_is_parsed_by_hand else start + reads


def _listed(name: str, pattern: str, text: str) -> tuple[pathlib.Path, str]:
    return ROOT / name, _replaced(ROOT / name, pattern, text)


def _replaced(path: pathlib.Path, pattern: str, part: str, begun: str = "") -> str:
    if begun and not path.exists():
        return begun
    text, count = re.subn(pattern, lambda _: part, path.read_text(), count=1, flags=re.MULTILINE | re.DOTALL)
    if not count:
        raise SystemExit(f"error: {path}: no part of the file matches rules/spec")
    return text


def main() -> None:
    for path, text in written():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
