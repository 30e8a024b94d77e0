"""The examples, built with CMake for aarch64 Linux and run under qemu, give the same results as on this
machine.
"""

import subprocess

import pytest
from cmake_build import CMakeBuild, fetch_wheels
from conftest import MODELS, ROOT
from cross_tools import (
    AARCH64,
    AARCH64_TOOLS,
    QEMU,
    fetch_aarch64_runtime,
    lines_in_readme,
    machine_of,
    needs,
)
from optimized_kernels import simd_targets

TOOLCHAINS = ROOT / "rules/cmake/toolchains"

# The tests of an example that are run: each compares the outputs of a model with PyTorch's. Under emulation,
# portable kernels need half a minute for MobileNetV2.
MODELS_THAT_RUN = {
    "02_from_a_model": ["transformer_test"],
    "03_custom_operator": ["model_test"],
    "04_dtypes_and_dim_orders": ["model_test"],
    "05_many_models_many_libraries": ["add_mul_relu_test", "linear_relu_add_test", "mlp_test"],
    "07_optimized_over_portable": ["transformer_test"],
    "08_shader_operators": ["model_test"],
    "09_delegated": ["mobilenet_v2_test"],
}


@pytest.fixture(scope="module")
def configured(tmp_path_factory):
    """Configures an example for aarch64."""
    fetch_wheels()
    fetch_aarch64_runtime()

    def configure(example: str) -> CMakeBuild:
        build = CMakeBuild(ROOT / "examples" / example, tmp_path_factory.mktemp(example))
        result = build.configure(f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAINS}/aarch64-linux-gnu.cmake")
        assert result.returncode == 0, result.stderr
        return build

    return configure


@needs(*AARCH64_TOOLS)
class TestLinuxAarch64:
    def test_an_app_prints_what_it_prints_here(self, configured):
        example = configured("01_select_ops")
        example.build("app")
        app = example.directory / "app"
        assert machine_of(app) == AARCH64
        command = [*QEMU, app, MODELS / "add_mul_relu.pte"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert len(done.stdout.splitlines()) == 2
        lines_in_readme("01_select_ops", done.stdout)

    @pytest.mark.parametrize("name", MODELS_THAT_RUN)
    def test_models_give_what_pytorch_gives(self, configured, name):
        example = configured(name)
        tests = MODELS_THAT_RUN[name]
        example.build(*tests)
        assert {machine_of(example.directory / test) for test in tests} == {AARCH64}
        example.test(f"^({'|'.join(tests)})$")
        if name == "07_optimized_over_portable":
            (target,) = simd_targets(example.directory / "transformer_test")
            assert target.startswith("N_NEON")

    def test_a_language_model_generates_what_it_generates_here(self, configured):
        example = configured("10_llama")
        example.build("app")
        assert machine_of(example.directory / "app") == AARCH64
        example.test("^tokens_")

    def test_a_runtime_that_is_not_there(self, tmp_path):
        """An installed copy has no fetched runtime next to it; the wheel of this machine is not used."""
        rules = CMakeBuild(ROOT, tmp_path / "rules")
        assert rules.configure(f"-DCMAKE_INSTALL_PREFIX={tmp_path / 'prefix'}").returncode == 0
        rules.build("install")
        consumer = CMakeBuild(ROOT / "examples/06_consumer/cmake", tmp_path / "build")
        result = consumer.configure(
            f"-DRulesExecuTorch_DIR={tmp_path}/prefix/share/cmake/RulesExecuTorch",
            f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAINS}/aarch64-linux-gnu.cmake",
        )
        assert result.returncode != 0
        text = "no ExecuTorch runtime found: run tools/dev/fetch_wheels.sh linux_aarch64"
        assert text in result.stderr


def test_other_platforms_are_refused():
    script = ROOT / "tools/dev/fetch_wheels.sh"
    done = subprocess.run([script, "linux_riscv64"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    text = "error: linux_riscv64: unknown platform: give linux_aarch64 or macos_arm64\n"
    assert done.stderr == text
