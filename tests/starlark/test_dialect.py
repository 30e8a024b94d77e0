"""Every Starlark file of the repository, evaluated by starlark-go, and what it must not contain."""

import io
import pathlib
import re
import subprocess
import tokenize

import pytest
from conftest import ROOT

pytest.importorskip("starlark_go")

from dialect import evaluate

_COMMON = "Label alias filegroup genrule glob package_name provider rule select test_suite".split()
_BAZEL = """DefaultInfo OutputGroupInfo aspect bazel_dep config_setting constraint_setting constraint_value
    depset exports_files label_flag local_path_override local_repository module module_extension package
    platform repository_rule struct toolchain use_extension use_repo workspace""".split()
_BUCK2 = """Artifact DefaultInfo ExternalRunnerTestInfo RunInfo cmd_args config_setting constraint_setting
    constraint_value cxx_binary cxx_library export_file oncall platform prebuilt_cxx_library provider_field
    read_root_config sh_test struct""".split()


def _files() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.bzl", "*.bazel", "*BUCK"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    # The stand-in for Buck2's prelude is not ours to be loaded by Bazel.
    return [name for name in names if "starlark/buck2/prelude" not in name and (ROOT / name).is_file()]


def _is_buck2(name: str) -> bool:
    return name.endswith("BUCK") or name.startswith("rules/buck2/")


FILES = _files()


@pytest.mark.parametrize("name", FILES)
def test_loads(name):
    evaluate(ROOT / name, _COMMON + (_BUCK2 if _is_buck2(name) else _BAZEL))


def test_there_are_files():
    kinds = {pathlib.Path(name).suffix or pathlib.Path(name).name for name in FILES}
    assert {".bzl", ".bazel", "BUCK"} <= kinds
    assert {"MODULE.bazel", "WORKSPACE.bazel", "BUILD.bazel", "BUCK"} <= set(FILES)


# What Bazel 4.2 has not, or Buck2, though starlark-go has.
FORBIDDEN = {
    r"\.remove(prefix|suffix)\(": "str.removeprefix and str.removesuffix",
    r"\bprovider\([^)]*\binit =": "provider(init)",
    r"= macro\(": "symbolic macros",
    r"^visibility\(": "visibility()",
    r"\bset\(": "sets",
    r"package_relative_label": "native.package_relative_label",
}


@pytest.mark.parametrize("name", [name for name in FILES if not _is_buck2(name)])
def test_loads_in_old_bazel(name):
    text = (ROOT / name).read_text()
    for pattern, what in FORBIDDEN.items():
        assert not re.search(pattern, text, re.MULTILINE), f"{name}: {what}"
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    assert "|" not in [token.string for token in tokens if token.type == tokenize.OP], f"{name}: dict union"


MACROS = """et_kernel_library et_kernel_test et_model_test et_operator_library et_registry_header
    et_size_test executorch_generated_lib executorch_ops_check exir_custom_ops_aot_lib merge_yaml""".split()


def _parameters(path: pathlib.Path, macro: str) -> dict[str, str]:
    """The parameters of a macro with their defaults."""
    (text,) = re.findall(rf"^def {macro}\((.*?)\):$", path.read_text(), re.MULTILINE | re.DOTALL)
    pairs = [parameter.strip().partition(" = ") for parameter in text.split(",") if parameter.strip()]
    return {name: default for name, _, default in pairs if name != "**kwargs"}


@pytest.mark.parametrize("macro", MACROS)
def test_macros_have_the_parameters_of_bazel(macro):
    """With the same defaults; BUCK files have more, those of ExecuTorch's own macros."""
    buck2 = _parameters(ROOT / f"rules/buck2/{macro}.bzl", macro)
    for name, default in _parameters(ROOT / f"rules/{macro}.bzl", macro).items():
        assert buck2[name] == default, name


def test_the_same_macros_are_offered():
    offered = [
        set(re.findall(r"^(\w+) = _", (ROOT / directory / "defs.bzl").read_text(), re.MULTILINE))
        for directory in ("rules", "rules/buck2")
    ]
    assert offered[0] - offered[1] == set()
    assert offered[1] == set(MACROS) | offered[0]


def _declared(name: str) -> set[str]:
    calls = evaluate(ROOT / name, _COMMON + (_BUCK2 if _is_buck2(name) else _BAZEL)).calls
    return {kwargs["name"] for _, _, kwargs in calls if "name" in kwargs}


EXAMPLES = [name.removesuffix("/BUCK") for name in FILES if re.match(r"examples/0.*/BUCK$", name)]


@pytest.mark.parametrize("package", EXAMPLES)
def test_examples_have_the_same_targets(package):
    """Those that Bazel has; Buck2 names files that others use as well."""
    if package.endswith("toolchains"):
        return
    bazel = package.replace("06_consumer/buck2", "06_consumer/bazel") + "/BUILD.bazel"
    missing = _declared(bazel) - _declared(f"{package}/BUCK")
    assert missing == set()


def test_the_same_platforms():
    bazel, buck2 = _declared("platforms/BUILD.bazel"), _declared("platforms/BUCK")
    assert {"linux_aarch64", "android_arm64", "cortex_m4"} < bazel
    assert buck2 - bazel == {"is_linux_aarch64"}
    assert bazel - buck2 == set()


def test_expansion_of_a_macro():
    """What executorch_generated_lib makes, by the rules that it calls."""
    after = 'executorch_generated_lib(name = "kernels", deps = [":ops"])'
    for directory, builtins in (("rules", _COMMON + _BAZEL), ("rules/buck2", _COMMON + _BUCK2)):
        calls = evaluate(ROOT / directory / "executorch_generated_lib.bzl", builtins, after).calls
        names = {kwargs["name"]: rule for rule, _, kwargs in calls if "name" in kwargs}
        assert {"kernels", "kernels_combined", "kernels_headers", "kernels_resolution"} < set(names)
        assert names["kernels"] == "registered_library"
        assert names["kernels_combined"] == "registration"
