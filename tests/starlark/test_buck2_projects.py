"""User projects in the stand-in for Buck2: with this repository as a cell, or written for ExecuTorch."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import repository
from conftest import ROOT
from fetched import wheels
from ported import SAID, ported_targets

pytest.importorskip("starlark", reason="starlark-pyo3 is not there")

from buck2 import Buck2, BuckError

__all__ = ["wheels"]


@pytest.fixture(scope="session")
def cell(wheels, tmp_path_factory) -> pathlib.Path:
    """A copy of this repository that projects use as a cell."""
    directory = tmp_path_factory.mktemp("cell") / "rules_executorch"
    repository.copy_to(directory)
    for name in wheels:
        shutil.copytree(ROOT / name, directory / name)
    return directory


def project(tmp_path, cell, source):
    """A copy of a project, next to a link to this repository's cell."""
    shutil.copytree(source, tmp_path, dirs_exist_ok=True)
    shutil.copytree(cell, tmp_path / "rules_executorch", symlinks=True)
    return tmp_path


@pytest.fixture(scope="module")
def consumer(cell, tmp_path_factory):
    directory = tmp_path_factory.mktemp("consumer")
    return Buck2(project(directory, cell, ROOT / "examples/06_consumer/buck2"))


class TestConsumer:
    @pytest.mark.parametrize("app", ["app", "ported_app"])
    def test_own_kernels_come_first(self, consumer, app):
        lines = consumer.run(f"//:{app}", "model.pte").stdout.splitlines()
        assert lines[:2] == ["call 1: consumer::add_out", "model.pte: ran"]

    def test_model_test(self, consumer):
        assert consumer.test("//:model_test").returncode == 0

    def test_kernel_test(self, consumer):
        done = consumer.test("//:kernel_test")
        assert done.returncode == 0, done.stdout + done.stderr

    def test_merged_yaml(self, consumer):
        text = consumer.build("//:merged")[0].read_text()
        assert "consumer::add_out" in text
        assert "torch::executor::add_out" not in text
        assert "torch::executor::mul_out" in text

    def test_another_runtime_by_one_value(self, consumer):
        other = Buck2(consumer.root, {"rules_executorch.runtime": "root//:nowhere"})
        with pytest.raises(BuckError, match="unknown target root//:nowhere"):
            other.build("//:app")


def test_wheels_that_are_not_there(cell, tmp_path):
    directory = project(tmp_path, cell, ROOT / "examples/06_consumer/buck2")
    shutil.rmtree(directory / "rules_executorch/third_party/executorch/wheel")
    with pytest.raises(BuckError, match=r"the ExecuTorch wheel is missing: run tools/dev/fetch_wheels.sh"):
        Buck2(directory).build("//:app")


LOADS = """\
load("@rules_executorch//rules/buck2:upstream.bzl", "et_operator_library", "executorch_generated_lib",
    "executorch_ops_check", "exir_custom_ops_aot_lib", "runtime")
"""


@pytest.fixture(scope="module")
def ported(consumer, tmp_path_factory):
    """A project with a package that is written for ExecuTorch's own macros, with changed load lines."""
    directory = tmp_path_factory.mktemp("ported") / "project"
    shutil.copytree(consumer.root, directory, symlinks=True, ignore=shutil.ignore_patterns("buck-out"))
    (directory / "ported").mkdir()
    for file in ("custom_ops.yaml", "op_twice.cpp"):
        shutil.copy(ROOT / "tests/starlark/ported" / file, directory / "ported")
    (directory / "ported/targets.bzl").write_text(ported_targets("rules/buck2:upstream.bzl"))
    (directory / "ported/BUCK").write_text(
        'load(":targets.bzl", "define_common_targets")\n\ndefine_common_targets()\n'
    )
    return directory


class TestPorted:
    def test_every_target_is_analysed(self, ported, capfd):
        buck2 = Buck2(ported, {"rules_executorch.torch": "/nowhere/torch"})
        labels = [label for label in buck2.targets() if "//ported:" in label]
        assert {"root//ported:all_lib_static", "root//ported:custom_ops_only_aot_lib"} < set(labels)
        assert "root//ported:only_aot_lib" not in labels
        for label in labels:
            buck2.analysis.outputs(buck2.label(label))
        said = "".join(capfd.readouterr())
        for line in SAID:
            assert re.search(line.replace("PACKAGE", "//ported"), said), line

    @pytest.mark.parametrize("operators", [None, "list"])
    def test_the_app_runs(self, ported, operators):
        values = {"executorch.select_ops": operators} if operators else {}
        done = Buck2(ported, values).run("//ported:selective_build_test", "model.pte")
        assert done.stdout.startswith("model.pte: ran"), done.stderr

    def test_aten_mode(self, ported):
        (ported / "aten").mkdir()
        call = 'executorch_generated_lib(name = "lib", aten_mode = True)\n'
        (ported / "aten/BUCK").write_text(LOADS + call)
        with pytest.raises(BuckError, match="root//aten:lib: aten_mode is not supported"):
            Buck2(ported).build("//aten:lib")


def test_a_file_for_executorchs_own_macros_is_ported_by_its_load_lines(consumer, tmp_path):
    """The file uses every parameter of the macros; the app runs, with the project's own kernel first."""
    directory = tmp_path / "project"
    shutil.copytree(consumer.root, directory, symlinks=True, ignore=shutil.ignore_patterns("buck-out"))
    for file in ("custom_ops.yaml", "op_twice.cpp"):
        shutil.copy(ROOT / "tests/starlark/ported" / file, directory)
    text = (ROOT / "tests/starlark/ported/BUCK.executorch").read_text()
    (directory / "BUCK").write_text(LOADS + re.sub(r"^load\([^)]*\)\n", "", text, flags=re.MULTILINE))
    config = (directory / ".buckconfig").read_text()
    aliases = config.replace("[cell_aliases]", "[cell_aliases]\n  executorch = rules_executorch")
    (directory / ".buckconfig").write_text(aliases)
    ported = Buck2(directory, {"rules_executorch.torch": "/nowhere/torch"})
    for label in ported.targets():
        ported.analysis.outputs(ported.label(label))
    lines = ported.run("//:app", "model.pte").stdout.splitlines()
    assert lines[:2] == ["call 1: consumer::add_out", "model.pte: ran"]
    assert "ported::twice.out" in ported.generated("//:generated_lib")["resolution.json"].decode()
    assert ported.build("//:generated_lib_static") == ported.build("//:generated_lib")
    assert ported.build("//:ops_check")[0].read_text()


def test_packages_that_another_python_has_fetched(wheels, tmp_path):
    """Compiled modules in packages only work with the Python that fetched them."""
    packages = tmp_path / "packages"
    compiled = shutil.ignore_patterns("*.so")
    shutil.copytree(ROOT / "third_party/python/packages", packages, ignore=compiled)
    run_module = [sys.executable, "-I", "-B", "-S", ROOT / "tools/run_module.py"]
    golden = ROOT / "tests/tools/golden/generate/manual"
    flags = ["--resolution", golden / "resolution.json", "--output-dir", tmp_path / "out"]
    for command in (
        ["select", "--op", "aten::add.out", "--output", tmp_path / "selected.yaml"],
        ["generate", *flags],
    ):
        subprocess.run([*run_module, ROOT / "tools", packages, "--", "etgen", *command], check=True)
    assert "aten::add.out" in (tmp_path / "selected.yaml").read_text()
    name = "RegisterKernelsEverything.cpp"
    assert (tmp_path / "out" / name).read_text() == (golden / "expected/out" / name).read_text()


def test_fetching_again_does_nothing(wheels):
    done = subprocess.run([ROOT / "tools/dev/fetch_wheels.sh"], capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == ""
