"""Selections are those of ExecuTorch's own tools: each side reads the other's."""

import subprocess
import sys

import pytest
import yaml
from conftest import MODELS, run_etgen

selective_build = pytest.importorskip("torchgen.selective_build.selector")


def test_executorch_reads_ours(tmp_path):
    models = [arg for path in sorted(MODELS.glob("*.pte")) for arg in ("--model", path)]
    path = tmp_path / "selected_operators.yaml"
    assert run_etgen("select", *models, "--op", "aten::mm.out", "--output", path).returncode == 0
    selector = selective_build.SelectiveBuilder.from_yaml_path(str(path))
    assert selector.is_operator_selected("aten::mm.out")
    assert selector.is_operator_selected("aten::convolution.out")
    assert not selector.is_operator_selected("aten::sort.values")
    assert selector.et_get_selected_kernels("aten::mm.out", ["default"]) == ["default"]
    key = "v1/6;0,1|6;0,1|6;0,1"
    assert selector.et_get_selected_kernels("aten::relu.out", [key, "default"]) == [key]
    assert selector.et_get_selected_kernels("aten::relu.out", ["default"]) == ["default"]


@pytest.mark.parametrize("model", ["add_mul_relu", "mlp"])
def test_we_read_theirs(tmp_path, model):
    theirs, ours, read = (tmp_path / name for name in ("theirs.yaml", "ours.yaml", "read.yaml"))
    pte = MODELS / f"{model}.pte"
    tool = [sys.executable, "-m", "executorch.codegen.tools.gen_oplist"]
    flags = ["--model_file_path", str(pte), "--output_path", str(theirs)]
    subprocess.run([*tool, *flags], check=True, capture_output=True)
    assert run_etgen("select", "--model", pte, "--output", ours).returncode == 0
    assert run_etgen("select", "--selection", theirs, "--output", read).returncode == 0
    their_keys = yaml.safe_load(theirs.read_text())["et_kernel_metadata"]
    assert yaml.safe_load(read.read_text())["et_kernel_metadata"] == their_keys
    assert yaml.safe_load(ours.read_text())["et_kernel_metadata"] == their_keys
