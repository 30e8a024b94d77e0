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
from rule_spec import ROOT, Rule

_DIRECTORIES = {"bazel": "rules", "buck2": "rules/buck2"}
# Rules that are described by hand, since they are repository rules in Bazel.
_BY_HAND = ("executorch_source_runtime",)
# Functions that only CMake has.
_CMAKE_ALONE = ("et_install", "et_install_prefab", "et_shared_library")


def written() -> Iterator[tuple[pathlib.Path, str]]:
    """Each file with generated parts, and its expected content."""
    rules = rule_spec.rules()
    for rule in rules.values():
        for front_end, directory in _DIRECTORIES.items():
            path = ROOT / directory / f"{rule.name}.bzl"
            head = rf'^def {rule.name}\(.*?\):\n    """.*?"""\n'
            begun = _begun_macro(rule, front_end)
            yield path, _replaced(path, head, rule_spec.starlark(rule, front_end), begun)
        path = ROOT / f"rules/cmake/{rule.name}.cmake"
        begun = rule_spec.cmake(rule) + "endfunction()\n"
        yield path, _replaced(path, _cmake_head(rule), rule_spec.cmake(rule), begun)
    defs = r"^load\(.*"
    yield _listed("rules/defs.bzl", defs, _exports("//rules:", sorted(rules)))
    yield _listed("rules/buck2/defs.bzl", defs, _exports(":", sorted([*rules, *_BY_HAND])))
    # merge_yaml has the name of one of ExecuTorch's functions, which have their own list.
    functions = sorted([*(rules.keys() - {"merge_yaml"}), *_BY_HAND, *_CMAKE_ALONE])
    head = "foreach(_et_file IN ITEMS\n    "
    included = head + "\n    ".join(functions) + ")\n"
    yield _listed("rules/cmake/RulesExecuTorch.cmake", re.escape(head) + r"et_.*?\)\n", included)
    path = ROOT / "docs/rules.md"
    rows = r"(?:^\| \[`\w+`\]\(\.\./rules/\w+\.bzl\) \|[^\n]*\n)+"
    yield path, _replaced(path, rows, _rows(path.read_text(), rules))


def _begun_macro(rule: Rule, front_end: str) -> str:
    """A new macro that passes all its arguments to the rule of its name, without `et_` or `executorch_`."""
    private = re.sub("^(et|executorch)_", "", rule.name)
    directory = f"//{_DIRECTORIES[front_end]}/private"
    given = "".join(f"        {each.name} = {each.name},\n" for each in rule.parameters(front_end))
    return (
        f'"""{rule.summary(front_end)}"""\n\nload("{directory}:{private}.bzl", "{private}")\n\n'
        f"{rule_spec.starlark(rule, front_end)}    {private}(\n{given}        **kwargs\n    )\n"
    )


def _exports(package: str, names: list[str]) -> str:
    loads = "".join(f'load("{package}{name}.bzl", _{name} = "{name}")\n' for name in names)
    return loads + "\n" + "".join(f"{name} = _{name}\n" for name in names)


def _rows(text: str, rules: dict[str, Rule]) -> str:
    """The rows of a table of the rules; new rows are added at its end."""
    listed = re.findall(r"^\| \[`(\w+)`\]\(\.\./rules/", text, re.MULTILINE)
    order = [name for name in listed if name in rules] + [name for name in rules if name not in listed]
    return "".join(f"| [`{name}`](../rules/{name}.bzl) | {rules[name].purpose} |\n" for name in order)


def _cmake_head(rule: Rule) -> str:
    reads = (
        r"(?:  set\(keywords [^)]*\)\n)?"
        r"(?:  cmake_parse_arguments\(.*?\)\n)?"
        r"(?:  _et_check_arguments\([^\n]*\n)?"
        r"(?:  _et_(?:flag|default)\([^\n]*\n)*"
    )
    start = rf"^(?:#[^\n]*\n)+{re.escape(rule_spec.cmake_function(rule))}"
    return start if rule.cmake_is_parsed_by_hand else start + reads


def _listed(name: str, pattern: str, text: str) -> tuple[pathlib.Path, str]:
    return ROOT / name, _replaced(ROOT / name, pattern, text)


def _replaced(path: pathlib.Path, pattern: str, part: str, begun: str = "") -> str:
    if begun and not path.exists():
        return begun
    text, count = re.subn(pattern, lambda _: part, path.read_text(), count=1, flags=re.MULTILINE | re.DOTALL)
    if not count:
        raise SystemExit(f"error: {path}: nothing there is like what rules/spec describes")
    return text


def main() -> None:
    for path, text in written():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
