"""A workspace of a user, outside of this repository: its own kernels come before the portable ones."""

import shutil
import subprocess

import pytest
from conftest import MODELS, ROOT


@pytest.fixture(scope="module")
def consumer(tmp_path_factory):
    """Runs Bazel in a copy of tests/e2e/bazel_workspace, beside a link to this repository."""
    directory = tmp_path_factory.mktemp("consumer")
    workspace = directory / "workspace"
    shutil.copytree(ROOT / "tests/e2e/bazel_workspace", workspace)
    shutil.copy(MODELS / "add_mul_relu.pte", workspace / "model.pte")
    (directory / "rules_executorch").symlink_to(ROOT)
    bazel = [ROOT / "tools/dev/bazel.sh", f"--output_base={directory / 'output_base'}"]

    def run(command: str, *args: str) -> str:
        flags = ["--noshow_progress", "--ui_event_filters=-info"] if command != "shutdown" else []
        result = subprocess.run(
            [*bazel, command, *flags, *args], cwd=workspace, capture_output=True, text=True, check=False
        )
        assert result.returncode == 0, result.stderr
        return result.stdout

    yield run
    run("shutdown")


@pytest.mark.parametrize("app", ["app", "ported_app"])
def test_own_kernels_come_first(consumer, app):
    """relu(1 · w + 1) of the model's first weights, added up by the consumer's own kernel."""
    model = str(MODELS / "add_mul_relu.pte")
    lines = consumer("run", f"//:{app}", "--", model).splitlines()
    assert lines[0] == "call 1: consumer::add_out"
    assert lines[1] == f"{model}: ran"


def test_model_test(consumer):
    consumer("test", "//:model_test")


def test_kernel_test(consumer):
    """A kernel that prints is tested like any other."""
    consumer("test", "//:kernel_test")


def test_merged_yaml(consumer):
    consumer("build", "//:merged")
    merged = consumer("info", "bazel-bin").strip() + "/merged/merged.yaml"
    with open(merged) as file:
        text = file.read()
    assert "consumer::add_out" in text
    assert "torch::executor::add_out" not in text
    assert "torch::executor::mul_out" in text
