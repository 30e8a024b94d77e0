"""Every Starlark file of the repository, evaluated by starlark-go, without forbidden features."""

import io
import pathlib
import re
import tokenize

import pytest
from conftest import ROOT

pytest.importorskip("starlark_go")

from dialect import BAZEL, BUCK2, FILES, builtins_of, evaluate, is_buck2


@pytest.mark.parametrize("name", FILES)
def test_loads(name):
    evaluate(ROOT / name, builtins_of(name))


def test_there_are_files():
    kinds = {pathlib.Path(name).suffix or pathlib.Path(name).name for name in FILES}
    assert {".bzl", ".bazel", "BUCK"} <= kinds
    assert {"MODULE.bazel", "WORKSPACE.bazel", "BUILD.bazel", "BUCK"} <= set(FILES)


# Features that Bazel 4.2 or Buck2 lack, although starlark-go has them.
FORBIDDEN = {
    r"\.remove(prefix|suffix)\(": "str.removeprefix and str.removesuffix",
    r"\bprovider\([^)]*\binit =": "provider(init)",
    r"= macro\(": "symbolic macros",
    r"^visibility\(": "visibility()",
    r"\bset\(": "sets",
    r"package_relative_label": "native.package_relative_label",
}


@pytest.mark.parametrize("name", [name for name in FILES if not is_buck2(name)])
def test_loads_in_old_bazel(name):
    text = (ROOT / name).read_text()
    for pattern, what in FORBIDDEN.items():
        assert not re.search(pattern, text, re.MULTILINE), f"{name}: {what}"
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    assert "|" not in [token.string for token in tokens if token.type == tokenize.OP], f"{name}: dict union"


def test_the_same_macros_are_offered():
    offered = [
        set(re.findall(r"^(\w+) = _", (ROOT / directory / "defs.bzl").read_text(), re.MULTILINE))
        for directory in ("rules", "rules/buck2")
    ]
    # In Bazel, this is a repository rule of repositories.bzl.
    assert offered[1] == offered[0] | {"executorch_source_runtime"}


def test_expansion_of_a_macro():
    """executorch_generated_lib calls these rules."""
    after = 'executorch_generated_lib(name = "kernels", deps = [":ops"])'
    for directory, builtins in (("rules", BAZEL), ("rules/buck2", BUCK2)):
        calls = evaluate(ROOT / directory / "executorch_generated_lib.bzl", builtins, after).calls
        names = {kwargs["name"]: rule for rule, _, kwargs in calls if "name" in kwargs}
        assert {"kernels", "kernels_combined", "kernels_headers", "kernels_resolution"} < set(names)
        assert names["kernels"] == "registered_library"
        assert names["kernels_combined"] == "registration"
