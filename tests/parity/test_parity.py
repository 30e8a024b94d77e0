"""Every front end generates the same bytes for each example, and apps with the same kernels."""

import os
import pathlib
import subprocess

import pytest
from cmake_build import wheel
from conftest import COMPILER, ROOT
from etgen import manifest
from front_ends import FRONT_ENDS, REFERENCE, Example, built

EXAMPLES = {
    example.name: example
    for example in (
        Example("01_select_ops", ("ops",), ("kernels",), ("app",)),
        Example(
            "02_from_a_model",
            ("mobilenet_v2_ops", "transformer_ops"),
            ("mobilenet_v2_kernels", "transformer_kernels"),
            ("mobilenet_v2", "transformer"),
        ),
        Example("03_custom_operator", ("ops",), ("kernels",), ("app",)),
        Example("04_dtypes_and_dim_orders", ("ops",), ("kernels",), ("app",)),
        Example(
            "05_many_models_many_libraries", ("ops",), ("kernels", "traced_kernels"), ("app", "traced_app")
        ),
        Example(
            "07_optimized_over_portable", ("transformer_ops",), ("transformer_kernels",), ("transformer",)
        ),
        Example("08_shader_operators", ("ops",), ("kernels",), ("app",)),
        # The other app registers no kernel.
        Example(
            "09_delegated",
            ("mobilenet_v2_ops", "transformer_ops"),
            ("mobilenet_v2_kernels", "transformer_kernels"),
            ("transformer",),
        ),
        Example("10_llama", ("ops",), ("kernels",), ("app",)),
    )
}

# The types of etgen's outputs; the directories also have records of build systems and of etgen. Reports
# belong to other targets, and a selection of calls is an input of resolutions only.
GENERATED = (".cpp", ".h", ".json", ".yaml")
OTHERS_FILES = (manifest.NAME, "report.json", "selected_calls.yaml")

OTHERS = [name for name in FRONT_ENDS if name != REFERENCE]


def test_every_example_is_here():
    """The list has every example that is built for this machine, except 06_consumer, which is a project for
    each front end that other tests build.
    """
    numbered = {path.parent.name for path in (ROOT / "examples").glob("[0-9]*/BUILD.bazel")}
    assert set(EXAMPLES) == numbered - {"11_cortex_m"}


def generated(front_end: str, name: str) -> dict[str, bytes]:
    """The content of every generated file of an example, by path."""
    example = EXAMPLES[name]
    directory = built(front_end, example)
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for target in example.selections + example.registrations
        for path in (directory / target).rglob("*")
        if path.suffix in GENERATED and path.name not in OTHERS_FILES and path.is_file()
    }


@pytest.mark.parametrize("front_end", OTHERS)
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_same_files(example, front_end):
    expected, got = generated(REFERENCE, example), generated(front_end, example)
    for registration in EXAMPLES[example].registrations:
        assert f"{registration}/resolution.json" in expected
        assert f"{registration}/RegisterCodegenUnboxedKernelsEverything.cpp" in expected
    for selection in EXAMPLES[example].selections:
        assert f"{selection}/selected_operators.yaml" in expected
    assert sorted(got) == sorted(expected)
    assert [name for name in expected if got[name] != expected[name]] == []


@pytest.fixture(scope="module")
def list_kernels(tmp_path_factory):
    """A function that lists the kernels that a program registers, with their keys."""
    library = tmp_path_factory.mktemp("parity") / "list_kernels.so"
    include = wheel() / "include"
    subprocess.run(
        [
            *(*COMPILER, "-std=c++17", "-shared", "-fPIC"),
            "-DC10_USING_CUSTOM_GENERATED_MACROS",
            *("-isystem", include, "-isystem", include / "executorch/runtime/core/portable_type/c10"),
            *(ROOT / "tests/parity/list_kernels.cpp", "-o", library),
        ],
        check=True,
    )

    def run(program: pathlib.Path) -> list[str]:
        env = {**os.environ, "LD_PRELOAD": str(library)}
        result = subprocess.run([program], env=env, capture_output=True, text=True, check=False)
        return sorted(line for line in result.stderr.splitlines() if line.startswith("registered "))

    return run


@pytest.mark.parametrize("front_end", OTHERS)
@pytest.mark.parametrize(
    ("example", "app"), [(name, app) for name, example in EXAMPLES.items() for app in example.apps]
)
def test_the_same_kernels(example, app, front_end, list_kernels):
    expected, got = (list_kernels(built(name, EXAMPLES[example]) / app) for name in (REFERENCE, front_end))
    assert len(expected) > 28  # the runtime has 28 of its own
    assert len(set(expected)) == len(expected)
    assert got == expected
