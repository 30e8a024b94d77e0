"""A copy of examples/06_consumer/bazel outside this repository, whose own kernels come first."""

import re
import shutil
import subprocess

import pytest
from conftest import ROOT
from ported import SAID, ported_targets


@pytest.fixture(scope="module")
def consumer(tmp_path_factory):
    """Runs Bazel in a copy of the example that refers to this repository by its path."""
    directory = tmp_path_factory.mktemp("consumer")
    workspace = directory / "workspace"
    shutil.copytree(ROOT / "examples/06_consumer/bazel", workspace, ignore=shutil.ignore_patterns("bazel-*"))
    file = workspace / "WORKSPACE.bazel"
    file.write_text(file.read_text().replace('path = "../../.."', f'path = "{ROOT}"'))
    bazel = [ROOT / "tools/dev/bazel.sh", f"--output_base={directory / 'output_base'}"]

    def run(command: str, *args: str, fails: bool = False, errors: bool = False) -> str:
        flags = ["--noshow_progress", "--ui_event_filters=-info"] if command != "shutdown" else []
        result = subprocess.run(
            [*bazel, command, *flags, *args], cwd=workspace, capture_output=True, text=True, check=False
        )
        assert (result.returncode != 0) == fails, result.stderr
        return result.stderr if errors else result.stdout

    ported = workspace / "ported"
    ported.mkdir()
    for file in ("custom_ops.yaml", "op_twice.cpp"):
        shutil.copy(ROOT / "tests/starlark/ported" / file, ported)
    (ported / "targets.bzl").write_text(ported_targets("rules:upstream.bzl", "native"))
    (ported / "aten").mkdir()
    (ported / "aten/BUILD.bazel").write_text(
        'load("@rules_executorch//rules:upstream.bzl", "executorch_generated_lib")\n'
        'executorch_generated_lib(name = "lib", aten_mode = True)\n'
    )
    (ported / "BUILD.bazel").write_text(
        'load(":targets.bzl", "define_common_targets")\n\ndefine_common_targets()\n'
    )
    yield run
    run("shutdown")


@pytest.mark.parametrize("app", ["app", "ported_app"])
def test_own_kernels_come_first(consumer, app):
    """relu(1 · w + 1) of the model's first weights; the consumer's own kernel computes the sum."""
    model = str(ROOT / "examples/06_consumer/bazel/model.pte")
    lines = consumer("run", f"//:{app}", "--", model).splitlines()
    assert lines[0] == "call 1: consumer::add_out"
    assert lines[1] == f"{model}: ran"


def test_model_test(consumer):
    consumer("test", "//:model_test")


def test_kernel_test(consumer):
    """A kernel that prints is tested like any other kernel."""
    consumer("test", "//:kernel_test")


def test_merged_yaml(consumer):
    consumer("build", "//:merged")
    merged = consumer("info", "bazel-bin").strip() + "/merged/merged.yaml"
    with open(merged) as file:
        text = file.read()
    assert "consumer::add_out" in text
    assert "torch::executor::add_out" not in text
    assert "torch::executor::mul_out" in text


def test_platforms_and_toolchains_are_found(consumer):
    """The flags of platforms/README.md work, up to the point where the compiler is needed."""
    text = (ROOT / "platforms/README.md").read_text()
    flags = [
        line.partition("build:aarch64 ")[2]
        for line in text.splitlines()
        if line.startswith("    build:aarch64 ") and "run_under" not in line
    ]
    assert len(flags) == 4
    consumer("build", "--nobuild", *flags, "//:app")


def test_flags_of_the_documents(consumer):
    """With MODULE.bazel, a project only sees this repository: flags name its targets."""
    text = (ROOT / "examples/07_optimized_over_portable/README.md").read_text()
    flags = re.findall(r"`(--@rules_executorch[^`]*)`", text)
    assert [flag.partition("=")[2] for flag in flags if ":threadpool=" in flag] == [
        "@rules_executorch//third_party/executorch:threadpool"
    ]
    consumer("build", "--nobuild", *flags, "//:app")


class TestPorted:
    """A file for ExecuTorch's own macros with changed load lines."""

    def test_every_target_is_analysed(self, consumer):
        said = consumer("build", "--nobuild", "//ported:all", errors=True)
        for line in SAID:
            assert re.search(line.replace("PACKAGE", "//ported"), said), line

    def test_the_app_runs(self, consumer):
        model = str(ROOT / "examples/06_consumer/bazel/model.pte")
        assert consumer("run", "//ported:selective_build_test", "--", model).startswith(f"{model}: ran")

    def test_operators_for_pytorch(self, consumer):
        """The targets exist; PyTorch need not be installed."""
        made = set(consumer("query", "//ported:all").split())
        assert {"//ported:custom_ops_ops_from_yaml_lib", "//ported:custom_ops_only_aot_lib"} < made
        assert "//ported:only_aot_lib" not in made
        assert "//ported:all_lib_static" in made
        assert consumer("query", "attr(tags, manual, //ported:custom_ops_only_aot_lib)")
        consumer("build", "--nobuild", "//ported:custom_ops_only_aot_lib")

    def test_aten_mode(self, consumer):
        said = consumer("build", "//ported/aten:lib", fails=True, errors=True)
        assert "executorch_generated_lib //ported/aten:lib: aten_mode is not supported" in said
