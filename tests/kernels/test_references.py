"""PyTorch as the reference of drawn calls."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT
from etgen import opset
from etgen.dtypes import DType
from etgen.schema import parse_op_name, parse_schema
from kernel_testing.meaning import has_meaning
from kernel_testing.references import RefusedError
from kernel_testing.samples import NOT_COMPUTED
from kernel_testing.tensors import Tensor, tensor
from kernel_testing.torch_reference import Torch

PRODUCT_OF_BYTES = """
import torch
from kernel_testing.torch_reference import int_mm
a, b = (torch.full(shape, 127, dtype=torch.int8) for shape in ((4, 8), (8, 5)))
print(set(int_mm(a, b).flatten().tolist()))
"""


def test_results_of_gigabytes_are_refused():
    """Those of an outer product of two long vectors."""
    schema = parse_schema("ger.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!)")
    long, short = (Tensor(DType.Char, (size,), (0,), bytes(size)) for size in (20_000, 2_000))
    assert len(Torch()(schema, (long, short))[0].data) == 40_000_000
    with pytest.raises(RefusedError, match="the results have 400000000 bytes"):
        Torch()(schema, (long, long))


def test_results_that_are_not_requested_are_not_expected():
    """Those of a 1-d convolution have the gradient of its weight unasked, with four dimensions, by oneDNN."""
    schema = opset.aten_schema(parse_op_name("aten::convolution_backward.out"))
    cube = tensor(DType.Float, (3, 3, 1), range(9))
    convolution = (None, [2], [0], [1], False, [0], 1)
    results = Torch()(schema, (cube, cube, cube, *convolution, [True, False, True]))
    assert [result.shape for result in results] == [(3, 3, 1), NOT_COMPUTED.shape, (3,)]
    assert results[1] is NOT_COMPUTED


@pytest.mark.parametrize(("width", "is_one"), [(1, False), (2, True), (3, False)])
def test_a_gradient_that_no_transposed_convolution_has_is_no_reference(width, is_one):
    """PyTorch, by oneDNN, also takes others for which the stride gives an input of this width."""
    schema = opset.aten_schema(parse_op_name("aten::convolution_backward.out"))
    grad, image, weight = (tensor(DType.Float, (2, 2, 1, w), range(4 * w)) for w in (width, 1, 1))
    convolution = (None, [1, 2], [0, 0], [1, 1], True, [0, 1], 1)
    inputs = (grad, image, weight, *convolution, [True, True, False])
    assert Torch()(schema, inputs)[0].shape == image.shape
    assert has_meaning(schema, inputs) == is_one


def test_products_of_bytes_are_right_without_vnni():
    """As on a processor that lacks it, where oneDNN computes 1020."""
    path = os.pathsep.join(str(ROOT / directory) for directory in ("tools", "kernels/testing"))
    env = {**os.environ, "ONEDNN_MAX_CPU_ISA": "AVX2", "PYTHONPATH": path}
    command = [sys.executable, "-W", "ignore", "-c", PRODUCT_OF_BYTES]
    result = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert result.stdout == f"{{{127 * 127 * 8}}}\n"
