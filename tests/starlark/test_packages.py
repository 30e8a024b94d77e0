"""A BUCK next to every BUILD.bazel, with the same targets of the same macros with the same arguments."""

import pathlib
import re

import pytest
from conftest import ROOT

pytest.importorskip("starlark_go")

from dialect import FILES, builtins_of, evaluate

# The root is ".".
BAZEL = {str(path.parent) for path in map(pathlib.Path, FILES) if path.name == "BUILD.bazel"}

# What Bazel has in a repository of its own: its targets are in the BUILD file of that repository.
REPOSITORIES = {f"third_party/{name}" for name in ("executorch", "highway", "torch")}

# Targets that are Bazel's alone.
BAZEL_ONLY = {
    # For Buck2 a value of .buckconfig.
    "backends": {"runtime_is_the_wheels"},
    # In Bazel, headers of a package are found from the directories of packages alone.
    "kernels": {"portable_sources"},
    "kernels/portable": {"source_files"},
    # To see what compilers for other platforms would be called with.
    "tests/cross": {"android_stand_in", "ios_stand_in", "stand_in_runtime"},
    # Buck2's toolchains are a cell of their own, and take compilers by name.
    "platforms/toolchains": {"linux_aarch64", "macos_arm64", "cortex_m4", "cortex_m55"},
    # Targets of macros that are tested for what they take in Bazel.
    "tests/bazel/macros": {"debug", "selected", "skipped"},
    # Buck2 has no sandbox for what an action sees of the machine it runs on.
    "tests/bazel/runtime": {"networks"},
    # For Buck2 a value of .buckconfig, and a toolchain.
    "tools": {"glslc", "python", "copied_python"},
}

# Targets that are Buck2's alone; besides them files, which have to be exported, and the programs of sh_tests.
BUCK2_ONLY = {
    # Where Bazel lists the source files, Buck2's python_tool has directories.
    "kernels/testing": {"kernel_testing_sources"},
    # Where a select() of Bazel's fails by itself; and a library with flags that Bazel puts on its users.
    "third_party/executorch": {"no_backend_in_the_wheel", "kept_threadpool"},
    # What takes a source tree apart, which Bazel's repository rule does.
    "tools": {"source_tree", "source_tree_sources"},
    # What is in a directory with the runtime.
    "tests/custom_ops": {"by_hand_library"},
    # For Bazel in the repository of the tools' Python.
    "third_party/python": {"packages"},
    # Platforms that select() knows; for Bazel they are next to the runtimes that are chosen by them.
    "platforms": {"is_linux_aarch64", "is_macos_arm64"},
}

# The rules that a target may be of, by the rule it is of for Bazel; of others that of the same name.
RULES = {
    "cc_binary": {"cxx_binary"},
    "cc_library": {"cxx_library"},
    "cc_test": {"sh_test"},
    # Values of .buckconfig replace what they stand for.
    "headers_of": {"alias"},
    "label_flag": {"alias"},
}
OTHER_RULES = {
    # Shared libraries.
    "kernels:libet_kernels_all.so": "cxx_library",
    "tests/custom_ops:libby_hand.so": "loadable_library",
    # What Bazel's et_kernel_test makes a program of.
    "kernels/testing:kernel_testing": "python_tool",
    # An output group, which is the target itself for Buck2.
    "tests/cross:bare_metal_archive": "alias",
}

MACRO = re.compile(r"et_\w+|executorch_\w+|exir_\w+|merge_yaml")

# Arguments that only Bazel's or only Buck2's rules have, or that mean something else there.
ATTRIBUTES_OF_RULES = {"labels", "size", "tags", "target_compatible_with", "testonly", "visibility"}

# Arguments that differ, by target.
ARGUMENTS = {
    # Sources that include themselves by their path need the directory of the headers, which Bazel has anyway.
    "kernels/optimized:optimized": {"deps"},
    "kernels/optimized:skeleton": {"deps"},
}


def declared(name: str) -> dict[str, tuple[str, dict]]:
    """The targets of a file: the rule or macro, and what it is called with."""
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
    """Those that fail, or need other flags: `bazel test //...`, `buck2 test //... --exclude manual`."""
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
    """An argument, with labels as Buck2 has them: whole, and without the cell."""
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
