"""Error messages for mistakes in a CMakeLists.txt or in its inputs."""

import venv

import pytest
from cmake_build import CMakeBuild, wheel
from conftest import ROOT

PROJECT = ROOT / "tests/cmake/errors"
LABEL = "//tests/cmake/errors"

# CMake's output for each case.
ERRORS = {
    "empty_selection": [
        f"{LABEL}:empty_selection selects no operator: give OPS, OPS_DICT, MODEL, OPS_SCHEMA_YAML_TARGET or",
    ],
    "no_selection": [
        f"{LABEL}:no_selection: its DEPS select no operators: add an et_operator_library to them",
    ],
    "no_kernels": [
        f"{LABEL}:no_kernels: its DEPS have no kernels: add an et_kernel_library,",
    ],
    "no_highway": [f"{LABEL}:no_highway: /nowhere has no hwy/highway.h: run tools/dev/fetch_wheels.sh"],
    "two_of_one_name": [
        f"{LABEL}:two_of_one_name: the kernel libraries {LABEL}:mine and {LABEL}:mine_too "
        "are both called mine",
    ],
    "depends_on_kernels": [
        f"{LABEL}:depends_on_kernels depends on //kernels/portable:portable, which has "
        "its own kernels: list both in the DEPS",
    ],
    "misspelt_op": [
        "error: aten::addd.out: not an ATen operator",
        "hint: did you mean aten::add.out?",
    ],
    "not_a_model": [
        "error: tests/bazel/errors/not_a_model.pte: not an ExecuTorch program",
        "hint: give the complete .pte file that to_executorch() made",
    ],
    "no_such_model": ["error: tests/cmake/errors/none.pte: cannot read: No such file or directory"],
    "portable_has_it": [
        f"error: aten::mul.out: no kernel library of the app has it (needed by {LABEL}:mul)",
        "hint: kernel library portable has it: add rules_executorch::portable to deps",
    ],
    "quantized_has_it": [
        "error: quantized_decomposed::quantize_per_tensor.out: no kernel library of the app has it",
        "hint: kernel library quantized has it: add rules_executorch::quantized to deps",
    ],
    "llm_has_it": [
        "error: llama::custom_sdpa.out: no kernel library of the app has it",
        "hint: kernel library llm has it: add rules_executorch::llm to deps",
    ],
    "cortex_m_has_it": [
        "error: cortex_m::quantized_add.out: no kernel library of the app has it",
        "hint: kernel library cortex_m has it: add rules_executorch::cortex_m to deps",
    ],
    "fused_has_it": [
        "error: etk::conv_bn_act.out: no kernel library of the app has it",
        "hint: kernel library fused has it: add rules_executorch::fused to deps",
    ],
    "broken_yaml": [
        "error: tests/bazel/errors/broken.yaml:2: aten::add.out: unknown key kernel",
        "hint: did you mean kernels?",
    ],
    "broken_merge": ["error: tests/bazel/errors/broken.yaml:2: aten::add.out: unknown key kernel"],
    "unknown_argument": ["et_operator_library: unknown argument: OPERATORS aten::add.out (arguments"],
    "no_name": ["et_operator_library: NAME is missing"],
    "two_models": ["et_model_test two_models: INPUTS and OUTPUTS are only for a test of one model"],
    "not_selected": ["gen_operators_lib not_selected: first call gen_selected_ops with the same LIB_NAME"],
    "backend_without_ids": ["et_backend_library: BACKENDS is missing"],
    "backend_without_library": ["et_backend_library: DEPS is missing"],
    "backend_of_no_target": [
        f"{LABEL}:backend_of_no_target: npu_runtime is not a target: define it earlier, or make it an",
    ],
    "backend_twice": [
        f"error: XnnpackBackend: registered by both {LABEL}:npu and rules_executorch::backend_xnnpack",
        "hint: link the binary with one of them",
    ],
    "no_sources": [
        "gen_selected_prim_ops_lib: ExecuTorch's sources have no kernels/prim_ops/register_prim_ops.cpp: "
        "set EXECUTORCH_ROOT to their directory",
    ],
    "not_generated": ["none.yaml: no library uses this selection: call gen_operators_lib or"],
    "no_custom_ops": [
        "gen_custom_ops_aot_lib no_custom_ops: first call generate_bindings_for_kernels with CUSTOM_OPS_YAML",
    ],
    "target_without_yaml": ["mul is a target with no yaml file or several: give a merge_yaml, a kernel"],
}

# The output of building each target.
WHEN_BUILT = {
    "drift": [
        "error: examples/models/linear_relu_add.pte: aten::add.out: not an operator of the baseline",
        "hint: binaries of the baseline may not have it",
    ],
    "no_drift": ["aten::relu.out: not an operator of the baseline"],
    "no_registration": [
        "error: nothing registers kernels, and there is no baseline",
        "hint: add an executorch_generated_lib to the deps",
    ],
    "broken_contract": [
        "error: tests/bazel/errors/broken_contract.yaml:5: acme::bias.x [P9]: R32G32B32_SFLOAT is not",
        "hint: no format has 3 channels: use one with 4 and pad_channels: true, or kind: buffer",
    ],
    "bias": ["error: /nowhere/glslc: cannot run: No such file or directory"],
    "model_test": [
        "error: examples/models/transformer.pte: aten::embedding.out: no kernel (method ",
        "hint: kernel library portable has it: add the model to the et_operator_library ",
    ],
    "delegated_test": [
        "error: examples/models/delegated.pte: XnnpackBackend: no backend (method forward, instruction 0)",
        "hint: add rules_executorch::backend_xnnpack to the deps",
    ],
    "backends_check": [
        f"error: XnnpackBackend: registered by both {LABEL}:npu and rules_executorch::backend_xnnpack",
    ],
}


@pytest.mark.parametrize("case", ERRORS)
def test_cmake_stops_and_says_why(case, tmp_path):
    result = CMakeBuild(PROJECT, tmp_path).configure(f"-DCASE={case}")
    assert result.returncode != 0
    for text in ERRORS[case]:
        assert text in result.stderr
    assert "tests/cmake/errors" in result.stderr or "CMakeLists.txt:" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    build = CMakeBuild(PROJECT, tmp_path_factory.mktemp("errors"))
    result = build.configure("-DCASE=when_built")
    assert result.returncode == 0, result.stderr
    return build


@pytest.mark.parametrize("target", WHEN_BUILT)
def test_the_build_fails_and_says_why(project, target):
    result = project.try_build(target)
    assert result.returncode != 0
    for text in WHEN_BUILT[target]:
        assert text in result.stdout
    assert "Linking CXX executable" not in result.stdout


def test_no_runtime(tmp_path):
    result = CMakeBuild(PROJECT, tmp_path).configure("-DCASE=no_runtime")
    assert result.returncode != 0
    assert "no ExecuTorch runtime found: install the wheel" in result.stderr


def test_a_python_without_packages(tmp_path):
    venv.create(tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    result = CMakeBuild(PROJECT, tmp_path / "build").configure(
        f"-DRULES_EXECUTORCH_PYTHON={python}",
        f"-Dexecutorch_DIR={wheel()}/lib/cmake/executorch",
    )
    assert result.returncode != 0
    message = f"{python} cannot run the tools (ModuleNotFoundError: No module named 'flatbuffers'): run"
    assert message in result.stderr
    assert "or configure with -DRULES_EXECUTORCH_VENV=ON" in result.stderr
