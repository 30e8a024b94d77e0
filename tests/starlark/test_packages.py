"""Each BUILD.bazel has a BUCK next to it with equal targets: the same macros with the same arguments."""

import pathlib
import re

import pytest
from conftest import ROOT

pytest.importorskip("starlark_go")

from dialect import FILES, builtins_of, evaluate

# The name of the root package is ".".
BAZEL = {str(path.parent) for path in map(pathlib.Path, FILES) if path.name == "BUILD.bazel"}

# In Bazel, these are external repositories: their targets are in the BUILD files of the repositories.
REPOSITORIES = {f"third_party/{name}" for name in ("executorch", "highway", "torch")}

# Targets that only Bazel has.
BAZEL_ONLY = {
    # With Buck2, nothing is linked for a microcontroller.
    "examples/11_cortex_m": {"app", "board", "embed", "model", "model_test"},
    "tools/model_runner/cortex_m": {"board", "m4", "m55", "run_in_qemu"},
    # In Buck2, this is a value of .buckconfig.
    "backends": {"runtime_is_the_wheels"},
    # In Bazel, packages add only their own directories to the include path.
    "kernels": {"operator_sources"},
    "kernels/fused": {"source_files"},
    "kernels/llm": {"source_files"},
    "kernels/portable": {"source_files"},
    "kernels/quantized": {"source_files"},
    # These targets show the command lines of compilers for other platforms.
    "tests/cross": {"android_stand_in", "ios_stand_in", "stand_in_runtime"},
    # Buck2's toolchains are in their own cell, and name compilers.
    "platforms/toolchains": {"linux_aarch64", "macos_arm64", "cortex_m4", "cortex_m55"},
    # These targets of macros test which arguments Bazel accepts.
    "tests/bazel/macros": {"debug", "selected", "skipped"},
    # Buck2 has no sandbox that hides the machine from actions.
    "tests/bazel/runtime": {"networks"},
    # In Buck2, these are a value of .buckconfig, and a toolchain.
    "tools": {"glslc", "python", "copied_python"},
}

# Targets that only Buck2 has. Exported files and the programs of sh_tests are not listed.
BUCK2_ONLY = {
    # Bazel lists the source files, Buck2's python_tool has directories.
    "kernels/testing": {"kernel_testing_sources"},
    # In Bazel, a select() fails by itself, and a library passes flags to its dependents.
    "third_party/executorch": {"no_backend_in_the_wheel", "kept_threadpool"},
    # This program reads a source tree, as Bazel's repository rule does.
    "tools": {"source_tree", "source_tree_sources"},
    # In Bazel, this is in the directory of the runtime.
    "tests/custom_ops": {"by_hand_library"},
    # In Bazel, these are in the repository of the tools' Python.
    "third_party/python": {"packages"},
    # Platforms for select(); in Bazel, they are next to the runtimes that they choose.
    "platforms": {"is_linux_aarch64", "is_macos_arm64"},
}

# The possible rules of a Buck2 target, by its Bazel rule; by default, the rule of the same name.
RULES = {
    "cc_binary": {"cxx_binary"},
    "cc_library": {"cxx_library"},
    "cc_test": {"sh_test"},
    # Values of .buckconfig replace these.
    "headers_of": {"alias"},
    "label_flag": {"alias"},
}
OTHER_RULES = {
    # Shared libraries.
    "kernels:libet_kernels_all.so": "cxx_library",
    "tests/cross:libet_at_load.so": "cxx_library",
    "tests/cross:libet_by_hand.so": "cxx_library",
    "tests/custom_ops:libby_hand.so": "loadable_library",
    # In Bazel, et_kernel_test makes a program of it.
    "kernels/testing:kernel_testing": "python_tool",
    # In Bazel, these are output groups; in Buck2, they are the targets themselves.
    "tests/cross:bare_metal_archive": "alias",
    "tests/cross:bare_metal_calls_archive": "alias",
}

MACRO = re.compile(r"et_\w+|executorch_\w+|exir_\w+|merge_yaml")

# Arguments that only Bazel's or only Buck2's rules have, or that have another meaning.
ATTRIBUTES_OF_RULES = {"labels", "size", "tags", "target_compatible_with", "testonly", "visibility"}

# Arguments that differ, by target.
ARGUMENTS = {
    # Sources that include themselves by path need the include directory, which Bazel always adds.
    "kernels/optimized:optimized": {"deps"},
    "kernels/optimized:skeleton": {"deps"},
}


def declared(name: str) -> dict[str, tuple[str, dict]]:
    """The targets of a file: the rule or macro, and its arguments."""
    calls = evaluate(ROOT / name, builtins_of(name)).calls
    return {kwargs["name"]: (rule, kwargs) for rule, _, kwargs in calls if "name" in kwargs}


def both(package: str) -> tuple[dict, dict]:
    """The targets of a package, for Bazel and for Buck2."""
    other = package.replace("06_consumer/bazel", "06_consumer/buck2")
    return declared(f"{package}/BUILD.bazel"), declared(f"{other}/BUCK")


def test_a_buck_file_beside_every_build_file():
    missing = [package for package in BAZEL if not (ROOT / package / "BUCK").is_file()]
    assert sorted(missing) == []


@pytest.mark.parametrize("package", sorted(BAZEL - REPOSITORIES))
def test_the_same_targets(package):
    bazel, buck2 = both(package)
    programs = {f"{name}_binary" for name, (rule, _) in buck2.items() if rule == "sh_test"}
    files = {name for name, (rule, _) in buck2.items() if rule == "export_file"}
    assert bazel.keys() - buck2.keys() == BAZEL_ONLY.get(package, set())
    assert buck2.keys() - bazel.keys() - programs - files == BUCK2_ONLY.get(package, set())


@pytest.mark.parametrize("package", sorted(REPOSITORIES))
def test_targets_of_repositories(package):
    bazel = declared(f"{package}/{package.rpartition('/')[2]}.BUILD.bazel")
    buck2 = declared(f"{package}/BUCK")
    known = bazel.keys() | BUCK2_ONLY.get(package, set())
    assert {name for name, (rule, _) in buck2.items() if rule != "export_file"} <= known


@pytest.mark.parametrize("package", sorted(BAZEL - REPOSITORIES))
def test_targets_are_of_the_same_rules(package):
    bazel, buck2 = both(package)
    for name in bazel.keys() & buck2.keys():
        rule, got = bazel[name][0], buck2[name][0]
        label = f"{package}:{name}"
        assert got in ({OTHER_RULES[label]} if label in OTHER_RULES else RULES.get(rule, {rule})), label


TEST = re.compile(r"(et_\w+|cc|sh)_test")


@pytest.mark.parametrize("package", sorted(BAZEL - REPOSITORIES))
def test_tests_that_are_passed_over_are_the_same(package):
    """Both build systems mark the same tests as manual: those that fail or need flags."""
    manual = [
        {
            name
            for name, (rule, call) in targets.items()
            if TEST.fullmatch(rule) and "manual" in call.get(key, [])
        }
        for targets, key in zip(both(package), ("tags", "labels"), strict=True)
    ]
    assert manual[1] == manual[0]


def plain(value):
    """An argument, with labels in Buck2's form: absolute, and without the cell."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if not isinstance(value, str):
        return value
    label = re.sub(r"^@?rules_executorch//", "//", value)
    if label.startswith("//") and ":" not in label:
        label += ":" + label.rpartition("/")[2]
    return label.removeprefix(":")


@pytest.mark.parametrize("package", sorted(BAZEL - REPOSITORIES))
def test_macros_are_called_with_the_same(package):
    bazel, buck2 = both(package)
    for name in bazel.keys() & buck2.keys():
        if MACRO.fullmatch(bazel[name][0]):
            label = f"{package}:{name}"
            ignored = ATTRIBUTES_OF_RULES | ARGUMENTS.get(label, set())
            calls = [
                {key: plain(arg) for key, arg in call.items() if key not in ignored}
                for _, call in (bazel[name], buck2[name])
            ]
            assert calls[1] == calls[0], label
