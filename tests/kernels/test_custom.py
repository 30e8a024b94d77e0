"""Custom operators of users: each kind of reference, and recorded samples, which need no reference."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT, build
from etgen import opset
from etgen.dtypes import DType
from etgen.schema import parse_op_name
from kernel_testing import samples
from kernel_testing.choices import is_also_right
from kernel_testing.tensors import tensor
from test_faulty import kernel_testing

CUSTOM = ROOT / "tests/kernels/custom"
# Runs in its own process, as imports have lasting effects.
IMPORTED = """\
import sys
import torch
import executorch.exir.passes
from etgen import functions_yaml
from kernel_testing.torch_reference import Torch
entries = functions_yaml.read(sys.argv[1])
schemas = [entry.schema for entry in entries if entry.name.namespace == "dim_order_ops"]
assert hasattr(torch.ops.dim_order_ops, schemas[0].name.base)
assert not any(map(Torch().has, schemas))
"""
YAML = ["--custom-ops-yaml", CUSTOM / "ops.yaml", "--no-torch"]


@pytest.fixture(scope="module")
def host():
    return build("//tests/kernels/custom:drawn_test_host") / "tests/kernels/custom/drawn_test_host"


@pytest.mark.parametrize("reference", ["reference.py", "numpy_reference.py", "torch_reference.py"])
def test_references(host, reference):
    """All references give the same verdicts for the same calls."""
    result = kernel_testing(*YAML, "--reference", CUSTOM / reference, "--host", host, "--dtypes", "Float")
    assert result.returncode == 0, result.stdout
    assert result.stdout.splitlines()[2].split()[:3] == ["custom::scaled_add.out", "Float", "24"]


def test_dtypes_may_be_refused_unless_they_are_asked_for(host):
    flags = [*YAML, "--reference", CUSTOM / "torch_reference.py", "--host", host]
    result = kernel_testing(*flags)
    assert result.returncode == 0, result.stdout
    assert "1 passed, 3 refused" in result.stdout
    result = kernel_testing(*flags, "--dtypes", "Float,Half")
    assert result.returncode == 1
    assert "custom::scaled_add.out Half: refused: set the failure 0x12" in result.stdout


def test_operators_of_the_exporter_are_no_reference():
    """The exporter registers its operators with PyTorch when it is imported; this must not change the
    references.
    """
    paths = os.pathsep.join(str(ROOT / path) for path in ("tools", "kernels/testing"))
    command = [sys.executable, "-c", IMPORTED, ROOT / "kernels/portable/functions.yaml"]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, check=True)


def test_recorded_samples_are_those_of_the_reference(tmp_path):
    """The file in the repository equals a new recording, byte for byte."""
    path = tmp_path / "samples.jsonl.gz"
    flags = ["--reference", CUSTOM / "torch_reference.py", "--dtypes", "Float", "--record", path]
    assert kernel_testing(*YAML, *flags).returncode == 0
    assert path.read_bytes() == (CUSTOM / "samples.jsonl.gz").read_bytes()


def test_samples_survive_a_file(tmp_path):
    """Every dtype and value of a sample is preserved, including NaN and infinities."""
    yaml = ROOT / "kernels/portable/functions.yaml"
    ops = ["--op", "aten::cat.out", "--op", "aten::where.self_out", "--op", "aten::mean.out"]
    path = str(tmp_path / "samples.jsonl")
    result = kernel_testing("--functions-yaml", yaml, *ops, "--opinfo", 0, "--record", path)
    assert result.returncode == 0, result.stderr
    loaded = list(samples.load(path))
    again = str(tmp_path / "again.jsonl")
    samples.save(loaded, again)
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "samples.jsonl").read_bytes()
    assert any(sample.exact for sample in loaded)
    assert any(sample.wrong for sample in loaded)
    assert {sample.op for sample in loaded} == set(ops[1::2])


def test_results_that_are_not_asked_for_survive_a_file(tmp_path):
    """Samples of PyTorch do not request some results; they are recorded together with exact results."""
    path = str(tmp_path / "samples.jsonl")
    flags = ["--op", "aten::convolution_backward.out", "--dtypes", "Float", "--most", 1, "--opinfo", 1]
    yaml = ROOT / "kernels/portable/functions.yaml"
    result = kernel_testing("--functions-yaml", yaml, *flags, "--record", path)
    assert result.returncode == 0, result.stderr
    exact = [sample.exact() for sample in samples.load(path) if sample.exact]
    assert any(samples.NOT_COMPUTED.data in [t.data for t in results] for results in exact)


def test_replaying_does_not_import_torch(host, tmp_path):
    (tmp_path / "torch.py").write_text("raise AssertionError('torch was imported')\n")
    (tmp_path / "numpy.py").write_text("raise AssertionError('numpy was imported')\n")
    result = kernel_testing(
        "--samples", CUSTOM / "samples.jsonl.gz", "--host", host, cwd=tmp_path
    )  # the current directory comes first on the path of `python -m`
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("indices", "is_right"),
    [
        ([2, 1, 0, 1, 2, 0], True),
        ([2, 1, 1, 1, 2, 0], False),  # an index is repeated
        ([2, 1, 0, 1, 0, 2], True),
        ([0, 1, 2, 1, 2, 0], False),  # an index of another value
        ([2, 1, 3, 1, 2, 0], False),  # the index is out of range
    ],
)
def test_equal_elements_may_be_in_any_order(indices, is_right):
    x = tensor(DType.Float, (2, 3), [1, 1, 0, 3, 2, 3])
    values = tensor(DType.Float, (2, 3), [0, 1, 1, 2, 3, 3])
    expected = (values, tensor(DType.Long, (2, 3), [2, 0, 1, 1, 0, 2]))
    schema = opset.aten_schema(parse_op_name("aten::sort.values"))
    sample = samples.Sample(schema, "", (x, 1, False), samples.fitting_outs(expected), expected)
    assert is_also_right(sample, [values, tensor(DType.Long, (2, 3), indices)]) == is_right
