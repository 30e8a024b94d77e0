"""Builds compile the selected kernels only, run in a sandbox, and rebuild only changes."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

import pytest
from checkout import Checkout
from conftest import MODELS, build, run_bazel
from etgen import opset


def lines_of(binary: pathlib.Path) -> list[str]:
    return subprocess.run([binary], capture_output=True, text=True, check=True).stdout.splitlines()


class TestRegistration:
    def test_registrations_survive_linking(self):
        """The app refers to no kernel, and depends on the library indirectly."""
        binaries = build("//tests/registration:list_kernels", "//tests/registration:list_runtime_kernels")
        directory = binaries / "tests/registration"
        runtime = lines_of(directory / "list_runtime_kernels")
        app = lines_of(directory / "list_kernels")
        assert sorted(set(app) - set(runtime)) == ["aten::add.out", "aten::mul.out", "aten::relu.out"]
        assert len(app) == len(runtime) + 3

    def test_the_runtimes_own_operators_are_known(self):
        directory = build("//tests/registration:list_runtime_kernels") / "tests/registration"
        assert set(lines_of(directory / "list_runtime_kernels")) == {str(op) for op in opset.prim_ops()}

    def test_manual_registration_waits(self):
        directory = build("//tests/registration:list_manual_kernels") / "tests/registration"
        first, *kernels = lines_of(directory / "list_manual_kernels")
        assert first == f"{len(opset.prim_ops())} before"
        assert {"aten::add.out", "aten::mul.out", "aten::relu.out"} < set(kernels)

    def test_a_binary_that_registers_twice_does_not_link(self):
        result = run_bazel("build", "--noshow_progress", "//tests/registration:registered_twice")
        assert result.returncode == 1
        assert re.search(r"(multiple|duplicate).*et_registers_aten_add_DOT_out", result.stderr)

    def test_a_binary_that_registers_twice_is_found_out_before_it_is_linked(self):
        result = run_bazel("build", "--noshow_progress", "//tests/registration:registered_twice_test_check")
        assert result.returncode == 1
        assert (
            "error: aten::add.out: registered (default) by both //tests/registration:kernels and "
            "//tests/registration:more_kernels" in result.stderr
        )
        assert "hint: put both selections in the deps of one executorch_generated_lib" in result.stderr


def test_only_selected_sources_are_compiled():
    sources = build("//tests/registration:kernels") / "tests/registration/kernels/kernels/portable"
    assert sorted(path.name for path in sources.iterdir()) == ["op_add.cpp", "op_mul.cpp", "op_relu.cpp"]


def test_only_what_is_needed_is_compiled():
    """Only one operator of a library is compiled, with the sources that it shares with others."""
    directory = build("//tests/registration:quantize_kernels") / "tests/registration"
    archive = directory / "libquantize_kernels_cc.a"
    # The archive's members are listed, as the directory may contain objects of earlier builds.
    compiled = subprocess.run(["ar", "t", archive], capture_output=True, text=True, check=True).stdout.split()
    assert 1 < len(compiled) <= 12, compiled


def test_another_runtime_by_one_flag():
    target = "//tests/bazel/runtime:which"
    # Each in a directory of its own: what is executed is the file that is there when Bazel has ended.
    other = ["--//:runtime=//tests/bazel/runtime:other", "--platform_suffix=-other"]
    for flags, expected in ([], "wheel"), (other, "other"):
        result = run_bazel("run", "--noshow_progress", "--ui_event_filters=-info", *flags, target)
        assert result.stdout.split() == [expected], result.stderr


def test_actions_see_no_network():
    text = (build("//tests/bazel/runtime:networks") / "tests/bazel/runtime/networks.txt").read_text()
    assert re.findall(r"^\s*(\w+):", text, re.MULTILINE) == ["lo"]


# The app of one model, and what is generated for another.
TARGETS = (
    "//examples/02_from_a_model:mobilenet_v2",
    "//examples/02_from_a_model:transformer_kernels_combined",
)


def hidden_python() -> list[str]:
    """Flags that hide the Python from which the tools were copied, as on a machine without Python."""
    python = pathlib.Path(os.path.realpath(sys.executable))
    paths = [python, sysconfig.get_path("stdlib"), *python.parents[1].glob("lib/libpython3*")]
    return [f"--sandbox_block_path={path}" for path in paths]


@pytest.fixture(scope="module")
def checkouts(tmp_path_factory):
    """Two checkouts at paths of different lengths, each with its own output base."""
    pair = [Checkout(tmp_path_factory.mktemp(name)) for name in ("a", "another_place")]
    yield pair
    for checkout in pair:
        checkout.stop()


class TestHermetic:
    def test_outputs_are_the_same_everywhere(self, checkouts):
        trees = []
        for checkout in checkouts:
            assert checkout.build(*hidden_python(), *TARGETS)
            package = checkout.root / "bazel-bin/examples/02_from_a_model"
            trees.append(
                {
                    str(path.relative_to(package)): path.read_bytes()
                    for path in sorted(package.rglob("*"))
                    if path.is_file() and ".runfiles" not in str(path) and path.suffix != ".params"
                }
            )
        assert {"mobilenet_v2", "mobilenet_v2_kernels/resolution.json"} < set(trees[0])
        assert set(trees[0]) == set(trees[1])
        assert [name for name in trees[0] if trees[0][name] != trees[1][name]] == []

    def test_nothing_is_built_again(self, checkouts):
        assert checkouts[0].build(*TARGETS) == []

    def test_a_touched_model_is_read_again_and_that_is_all(self, checkouts):
        """The model has other bytes, but the same calls: its selection does not change."""
        model = checkouts[0].root / "examples/models/mobilenet_v2.pte"
        data = bytearray(model.read_bytes())
        data[-1] ^= 1  # a byte of a weight
        model.chmod(0o644)
        model.write_bytes(data)
        assert checkouts[0].build(*TARGETS) == [
            "examples/02_from_a_model/mobilenet_v2_ops/selected_operators.yaml"
        ]

    def test_another_model_rebuilds_what_depends_on_it_and_nothing_else(self, checkouts):
        models = checkouts[0].root / "examples/models"
        shutil.copy(MODELS / "mlp.pte", models / "mobilenet_v2.pte")
        executed = checkouts[0].build(*TARGETS)
        assert executed
        assert [output for output in executed if "mobilenet_v2" not in output] == []
        objects = (pathlib.Path(output).name for output in executed if output.endswith(".o"))
        compiled = {name.partition(".")[0] for name in objects}
        assert "op_relu" in compiled
        # In contrast to op_relu, these were compiled before, for the same dtypes.
        assert not compiled & {"op_addmm", "op_permute_copy"}
