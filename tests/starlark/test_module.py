"""MODULE.bazel and its extension, run in starlark-go: the Bazel that runs the other tests reads neither."""

import re

import pytest
from conftest import ROOT

starlark_go = pytest.importorskip("starlark_go")

REPOSITORIES = {
    "executorch",
    "executorch_linux_aarch64",
    "glslc",
    "highway",
    "rules_executorch_cross_gcc",
    "rules_executorch_python",
    "torch",
}


def evaluate(text: str, builtins: list[str]) -> list[tuple]:
    """Runs a Starlark file; returns the calls of the builtins: name, positional and keyword arguments."""
    # The builtins are Starlark themselves: Python functions crash the binding to starlark-go.
    prelude = "calls = []\ndef plain(v):\n    return str(v) if type(v) == 'function' else v\n" + "".join(
        f"def {name}(*args, **kwargs):\n"
        f"    calls.append(['{name}', list(args), {{k: plain(v) for k, v in kwargs.items()}}])\n"
        f"    return '<{name}>'\n"
        for name in builtins
    )
    starlark = starlark_go.Starlark()
    starlark.exec(prelude + text)
    return [tuple(call) for call in starlark.get("calls")]


def test_module_has_the_repositories_of_the_workspace():
    module = (ROOT / "MODULE.bazel").read_text()
    calls = evaluate(module, ["module", "bazel_dep", "use_extension", "use_repo"])
    names = [name for name, _, _ in calls]
    assert names == ["module", "bazel_dep", "bazel_dep", "use_extension", "use_repo"]
    assert calls[0][2]["name"] == "rules_executorch"
    assert {calls[1][2]["name"], calls[2][2]["name"]} == {"platforms", "rules_cc"}
    assert calls[3][1] == ["//rules:extensions.bzl", "executorch"]
    assert set(calls[4][1][1:]) == REPOSITORIES


def test_example_consumer_finds_the_module():
    example = ROOT / "examples/06_consumer/bazel"
    calls = evaluate((example / "MODULE.bazel").read_text(), ["module", "bazel_dep", "local_path_override"])
    assert [name for name, _, _ in calls] == ["module", "bazel_dep", "bazel_dep", "local_path_override"]
    assert calls[2][2] == {"name": "rules_executorch"}
    assert calls[3][2]["module_name"] == "rules_executorch"
    assert (example / calls[3][2]["path"] / "MODULE.bazel").samefile(ROOT / "MODULE.bazel")


def test_extension_makes_what_the_module_uses():
    text = (ROOT / "rules/extensions.bzl").read_text()
    loads = re.findall(r'^load\("//(.*?):(.*?)", "(\w+)"\)$', text, re.MULTILINE)
    for package, file, symbol in loads:
        assert re.search(rf"^{symbol} = repository_rule\(", (ROOT / package / file).read_text(), re.MULTILINE)
    body = re.sub(r"^load\(.*\)$", "", text, flags=re.MULTILINE) + "\n_executorch_impl(None)\n"
    symbols = [symbol for _, _, symbol in loads]
    calls = evaluate(body, ["module_extension", *symbols])
    made = {kwargs["name"] for name, _, kwargs in calls if name in symbols}
    assert made == REPOSITORIES
