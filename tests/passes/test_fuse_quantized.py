"""`rules_executorch.passes.fuse` on int8 models: what it fuses, and how near the results are."""

import collections
import sys

import pytest
import torch
from conftest import ROOT
from torch import nn
from torch.export import export

sys.path[:0] = [str(ROOT / "tools/package")]

import executorch.kernels.quantized  # noqa: E402, F401 - the outs of quantized operators
from executorch.backends.xnnpack.quantizer import xnnpack_quantizer  # noqa: E402
from executorch.exir import EdgeCompileConfig, to_edge  # noqa: E402
from rules_executorch.passes import fuse  # noqa: E402
from rules_executorch.passes.graph import arguments, name_of  # noqa: E402
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e  # noqa: E402

IMAGE = (torch.randn(2, 16, 11, 9),)


def quantized(model, inputs, is_per_channel=True):
    quantizer = xnnpack_quantizer.XNNPACKQuantizer()
    quantizer.set_global(xnnpack_quantizer.get_symmetric_quantization_config(is_per_channel=is_per_channel))
    prepared = prepare_pt2e(export(model.eval(), inputs).module(), quantizer)
    prepared(*inputs)
    return convert_pt2e(prepared)


def edge_of(model, inputs):
    config = EdgeCompileConfig(_check_ir_validity=False)
    return to_edge(export(model, inputs), compile_config=config)


def counted(program):
    names = (name_of(node).split(".")[-2] for node in program.graph.nodes if name_of(node))
    return collections.Counter(names)


def fused(model, inputs, **options):
    """The calls of a quantized model before and after the pass, and the steps between their results."""
    edge = edge_of(quantized(model, inputs, **options), inputs)
    result = fuse(edge)
    before, after = edge.exported_program(), result.exported_program()
    with torch.no_grad():
        difference = (after.module()(*inputs) - before.module()(*inputs)).abs().max()
    last = [node for node in before.graph.nodes if name_of(node).endswith("quantize_per_tensor.default")][-1]
    assert fuse(edge).to_executorch().buffer
    return counted(before), counted(after), float(difference) / arguments(last)["scale"]


class Sum(nn.Module):
    def __init__(self, activation=None):
        super().__init__()
        self.activation = activation or nn.Identity()

    def forward(self, x):
        return self.activation(x + x.flip(0) * 3)


@pytest.mark.parametrize("is_per_channel", [True, False])
@pytest.mark.parametrize("activation", [nn.Identity, nn.ReLU, nn.ReLU6])
@pytest.mark.parametrize(
    "layer",
    [
        nn.Conv2d(16, 24, 1),
        nn.Conv2d(16, 20, 3, stride=2, padding=1, bias=False),
        nn.Conv2d(16, 16, (3, 5), padding=(1, 2), groups=16),
        nn.Linear(16, 30),
    ],
    ids=["pixelwise", "strided", "depthwise", "linear"],
)
def test_layers_differ_by_a_step_at_most(layer, activation, is_per_channel):
    torch.manual_seed(0)
    model = nn.Sequential(layer, activation())
    # Linear layers of more dimensions are exported with views, and stay as they are.
    inputs = (torch.randn(6, 16),) if isinstance(layer, nn.Linear) else IMAGE
    _, after, steps = fused(model, inputs, is_per_channel=is_per_channel)
    name = "quantized_linear_act" if isinstance(layer, nn.Linear) else "quantized_conv_act"
    assert after == {"quantize_per_tensor": 1, name: 1, "dequantize_per_tensor": 1}
    assert steps < 1.01


@pytest.mark.parametrize("activation", [None, nn.ReLU()])
def test_sums_differ_by_a_step_at_most(activation):
    torch.manual_seed(0)
    _, after, steps = fused(Sum(activation), (torch.randn(4, 1000),))
    assert after["quantized_add_act"] == 1
    assert "add" not in after
    assert steps < 1.01


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Sequential(nn.Conv2d(16, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU6())
        self.deep = nn.Sequential(nn.Conv2d(32, 32, 3, padding=1, groups=32), nn.ReLU6())
        self.narrow = nn.Conv2d(32, 16, 1)
        self.last = nn.Linear(16, 10)

    def forward(self, x):
        x = x + self.narrow(self.deep(self.wide(x)))
        return self.last(x.mean((2, 3)))


def test_fuses_all_of_a_block():
    torch.manual_seed(0)
    before, after, steps = fused(Block(), IMAGE)
    assert (before["convolution"], after["convolution"]) == (3, 0)
    fused_calls = {"quantized_conv_act": 3, "quantized_add_act": 1, "quantized_linear_act": 1}
    assert {name: after[name] for name in fused_calls} == fused_calls
    assert {"hardtanh", "add", "addmm", "dequantize_per_channel", "permute_copy"}.isdisjoint(after)
    assert steps < 5


class GroupedOrShared(nn.Module):
    """A convolution with groups of several channels, and one whose result is used twice."""

    def __init__(self):
        super().__init__()
        self.grouped, self.shared = nn.Conv2d(16, 16, 3, groups=4), nn.Conv2d(16, 16, 3)

    def forward(self, x):
        shared = self.shared(x)
        return self.grouped(x) + torch.sigmoid(shared) + torch.tanh(shared)


def test_leaves_what_it_cannot_compute():
    torch.manual_seed(0)
    before, after, _ = fused(GroupedOrShared(), IMAGE)
    assert after["convolution"] >= 1
    assert before["convolution"] - after["convolution"] == after["quantized_conv_act"]
