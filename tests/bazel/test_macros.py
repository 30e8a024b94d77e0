"""The parameters of macros accept select(), and macros accept the attributes of every rule."""

import ast

import pytest
from conftest import ROOT, build, run_bazel
from signatures import parameters

PACKAGE = "//tests/bazel/macros"
SELECTS = ROOT / "tests/bazel/macros/every_select.bzl"
MACROS = ["merge_yaml", *sorted(file.stem for file in (ROOT / "rules").glob("e*_*.bzl"))]

# Bazel does not accept a select() for these attributes.
NOT_CONFIGURABLE = {"name", "visibility"}


def selected() -> dict[str, set[str]]:
    """For each macro, the parameters that are a select() in the test's package."""
    result: dict[str, set[str]] = {}
    for call in ast.walk(ast.parse(SELECTS.read_text())):
        if isinstance(call, ast.Call):
            given = {each.arg for each in call.keywords if "either(" in ast.unparse(each.value)}
            result.setdefault(ast.unparse(call.func), set()).update(given)
    return result


@pytest.mark.parametrize("macro", MACROS)
def test_every_parameter_is_a_select_in_the_package(macro):
    wanted = parameters(ROOT / f"rules/{macro}.bzl").keys() - NOT_CONFIGURABLE
    assert wanted - selected()[macro] == set()


@pytest.mark.parametrize("mode", ["opt", "dbg"])
def test_every_parameter_takes_a_select(mode):
    manual = [f"{PACKAGE}:selected_{name}" for name in ("aot_lib", "shader", "binary_size_test")]
    result = run_bazel("build", "--nobuild", f"--compilation_mode={mode}", f"{PACKAGE}:all", *manual)
    assert result.returncode == 0, result.stderr


def test_choices_are_made():
    """The generated files show the arguments of the targets if the first branches are chosen."""
    names = ("ops", "all_ops", "merged", "merged_several", "model_test_arguments")
    directory = build(*(f"{PACKAGE}:selected_{name}" for name in names)) / "tests/bazel/macros"
    selection = (directory / "selected_ops/selected_operators.yaml").read_text()
    assert {"aten::relu.out", "custom::scaled_add.out"} <= set(selection.replace(":\n", "\n").split())
    assert "aten::sub.out" not in selection
    everything = (directory / "selected_all_ops/selected_operators.yaml").read_text()
    assert "include_all_operators: true" in everything
    for name in ("merged", "merged_several"):
        merged = (directory / f"selected_{name}/merged.yaml").read_text()
        assert "- op: add.out" in merged
        assert "custom::scaled_add.out" in merged
    model = "examples/models/add_mul_relu"
    assert (directory / "selected_model_test_arguments.txt").read_text().splitlines() == [
        f"{model}.pte",
        *("--rtol", "1e-5", "--atol", "1e-5", "--method", "forward"),
        *("--data", "tests/models/programs/external.ptd"),
        *("--input", f"{model}.input0.npy", "--input", f"{model}.input1.npy"),
        *("--expect", f"{model}.output0.npy"),
    ]


ATTRIBUTES = {
    "deprecation": "only a test",
    "exec_compatible_with": "linux",
    "features": "a_feature",
    "tags": "a_tag",
    "target_compatible_with": "never",
    "testonly": "1",
}


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_every_target_of_a_macro_has_the_attributes_that_it_is_called_with(attribute):
    made = f'filter("[:_]skipped_", {PACKAGE}:*) intersect kind(rule, {PACKAGE}:*)'
    query = f'({made}) except attr({attribute}, "{ATTRIBUTES[attribute]}", {PACKAGE}:*)'
    result = run_bazel("query", "--noshow_progress", query)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr


def test_targets_for_another_platform_are_passed_over():
    """Patterns skip these targets; naming such a target is an error."""
    result = run_bazel("build", "--nobuild", f"{PACKAGE}:skipped_kernels")
    assert result.returncode == 1
    assert "is incompatible" in result.stderr
