"""MODULE.bazel and its extension, run in starlark-go: the Bazel of the other tests reads neither."""

import re

import pytest
from conftest import ROOT

starlark_go = pytest.importorskip("starlark_go")

REPOSITORIES = {
    "executorch",
    "executorch_linux_aarch64",
    "executorch_macos_arm64",
    "glslc",
    "highway",
    "rules_executorch_cross_gcc",
    "rules_executorch_python",
    "rules_executorch_zig",
    "torch",
}


def evaluate(text: str, builtins: list[str]) -> list[tuple]:
    """Runs a Starlark file; returns the calls of the builtins: name, positional and keyword arguments."""
    # The built-in functions are written in Starlark: Python functions crash the binding to starlark-go.
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
    assert calls[2][2]["name"] == "rules_executorch"
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


SHOWN = {
    # The label of a file of these rules, another label, and how messages name the latter.
    ("//:BUILD.bazel", "//app:kernels"): "//app:kernels",
    ("@@//:BUILD.bazel", "@@//kernels/portable:portable"): "//kernels/portable:portable",
    ("@rules_executorch//:BUILD.bazel", "//app:kernels"): "//app:kernels",
    ("@@rules_executorch+//:BUILD.bazel", "@@//app:kernels"): "//app:kernels",
    ("@@rules_executorch+//:BUILD.bazel", "@@rules_executorch+//kernels/portable:portable"): (
        "@rules_executorch//kernels/portable:portable"
    ),
    ("@@rules_executorch~//:BUILD.bazel", "@@other~//:kernels"): "@@other~//:kernels",
}


@pytest.mark.parametrize(("rules", "label"), SHOWN)
def test_messages_name_labels_as_projects_do(rules, label):
    """The canonical names that Bazel gives to repositories of modules cannot be used in BUILD files."""
    text = (ROOT / "rules/private/etgen.bzl").read_text()
    starlark = starlark_go.Starlark()
    functions = text[text.index("_RULES = ") : text.index("def known_libraries")]
    starlark.exec(f'def Label(text):\n    return "{rules}"\n{functions}\nshown = display_label("{label}")\n')
    assert starlark.get("shown") == SHOWN[rules, label]


def test_documents_name_no_repository_that_projects_do_not_see():
    """With MODULE.bazel, a project sees this repository only; its third_party refers to others."""
    for path in [*ROOT.glob("*.md"), *ROOT.glob("[!.]*/**/*.md"), *ROOT.glob("**/.bazelrc")]:
        if not path.is_relative_to(ROOT / ".cache") and not path.is_relative_to(ROOT / ".venv"):
            hidden = re.findall(r"@(?!torch\.)(?:" + "|".join(REPOSITORIES) + r")\b", path.read_text())
            assert hidden == [], path


def test_versions():
    """The example requires the version of this repository."""
    module = (ROOT / "MODULE.bazel").read_text()
    version = re.search(r'^    version = "(\d+\.\d+\.\d+)"', module, re.MULTILINE)[1]
    for path in ("examples/06_consumer/bazel/MODULE.bazel", "README.md"):
        assert f'bazel_dep(name = "rules_executorch", version = "{version}")' in (ROOT / path).read_text()


@pytest.mark.parametrize("directory", [".", "examples/06_consumer/bazel"])
def test_a_bazel_that_reads_the_module_reads_no_workspace(directory):
    text = (ROOT / directory / "WORKSPACE.bzlmod").read_text()
    assert all(line.startswith("#") for line in text.splitlines())
