"""`rules_executorch.passes.fuse`: what it fuses and leaves alone; results are those of PyTorch."""

import collections
import subprocess
import sys

import pytest
import torch
from conftest import ROOT
from torch import nn
from torch.export import Dim, export

sys.path[:0] = [str(ROOT / path) for path in ("tools/package", "kernels/benchmark", "examples/models")]

import export_models  # noqa: E402
from executorch.exir import EdgeCompileConfig, to_edge, to_edge_transform_and_lower  # noqa: E402
from kernel_benchmark.architectures import MobileNetV3Small, ResNet18  # noqa: E402
from rules_executorch.passes import fuse  # noqa: E402
from rules_executorch.passes.graph import arguments, name_of  # noqa: E402


def counted(program):
    """The number of calls of each operator, without the overload."""
    names = (name_of(node).rpartition(".")[0] for node in program.graph.nodes)
    return collections.Counter(name for name in names if name)


def edge_of(model, inputs, **options):
    config = EdgeCompileConfig(_check_ir_validity=False)
    return to_edge(export(model.eval(), inputs, **options), compile_config=config)


def fused_calls(model, *inputs, **options):
    """Fuses a model, compares its results, writes its program; returns its fused program."""
    edge = edge_of(model, inputs, **options)
    before = counted(edge.exported_program())
    fused = fuse(edge)
    assert counted(edge.exported_program()) == before, "the program that is given stays as it is"
    program = fused.exported_program()
    with torch.no_grad():
        expected, actual = model(*inputs), program.module()(*inputs)
    steps = {torch.half: 2e-3, torch.bfloat16: 2e-2}
    step = steps.get(expected.dtype, 1e-5)
    torch.testing.assert_close(actual, expected, rtol=step, atol=step)
    # to_executorch changes the program that it is called for.
    assert fuse(edge).to_executorch().buffer
    return program


def expect_calls(program, **expected):
    """Checks the number of calls of some operators, whose names have __ in place of the dot."""
    calls = counted(program)
    assert {name: calls[name.replace("__", ".")] for name in expected} == expected


IMAGE = torch.randn(1, 3, 32, 32)


def test_mobilenet_v2():
    model = export_models.warmed_up(export_models.MobileNetV2())
    program = fused_calls(model, IMAGE)
    # Of 68 nodes; two convolutions have neither an activation nor a sum after them.
    expect_calls(
        program, etk__conv_bn_act=14, aten__convolution=2, etk__linear_act=1, aten__hardtanh=0, aten__add=0,
        aten___native_batch_norm_legit_no_training=0, aten__permute_copy=0, aten__addmm=0,
    )  # fmt: skip
    assert counted(program).total() == 20


def test_mobilenet_v3():
    program = fused_calls(export_models.warmed_up(MobileNetV3Small()), IMAGE)
    expect_calls(
        program, etk__conv_bn_act=47, aten__convolution=5, etk__linear_act=2, aten__clamp=0, aten__div=0,
        aten__add=0, aten__relu=0, aten__mul=9,
    )  # fmt: skip


def test_resnet18():
    program = fused_calls(export_models.warmed_up(ResNet18()), IMAGE)
    expect_calls(program, etk__conv_bn_act=17, aten__convolution=3, aten__relu=0, aten__add=0)


def test_transformer():
    program = fused_calls(export_models.Transformer(), torch.randint(1, 64, (1, 16)))
    # Of each layer: two products of attention, and two of the layer after it.
    expect_calls(
        program, etk__linear_act=9, etk__softmax_mask=2, aten__addmm=0, aten__gelu=0, aten___softmax=0,
        aten__any=0,
    )  # fmt: skip


def conv(*layers, **options):
    return nn.Sequential(nn.Conv2d(4, 6, 3, **options), *layers)


X = torch.randn(2, 4, 8, 9)


@pytest.mark.parametrize(
    ("activation", "arguments_of"),
    [
        (nn.ReLU(), ("relu", None, None)),
        (nn.ReLU6(), ("clamp", 0.0, 6.0)),
        (nn.Hardtanh(-1, 2), ("clamp", -1.0, 2.0)),
        (nn.Hardswish(), ("hardswish", None, None)),
        (nn.Hardsigmoid(), ("hardsigmoid", None, None)),
        (nn.Sigmoid(), ("sigmoid", None, None)),
        (nn.SiLU(), ("silu", None, None)),
        (nn.GELU(), ("gelu", None, None)),
        (nn.GELU("tanh"), ("gelu_tanh", None, None)),
    ],
    ids=str,
)
def test_activations(activation, arguments_of):
    program = fused_calls(conv(nn.BatchNorm2d(6), activation), X)
    assert counted(program) == {"etk.conv_bn_act": 1}
    (call,) = (node for node in program.graph.nodes if name_of(node))
    assert tuple(arguments(call)[name] for name in ("activation", "lower", "upper")) == arguments_of


@pytest.mark.parametrize(
    "model",
    [
        conv(nn.BatchNorm2d(6), bias=False),
        conv(nn.BatchNorm2d(6, affine=False)),
        conv(nn.BatchNorm2d(6), groups=2, stride=2, padding=1),
        nn.Sequential(nn.ConvTranspose2d(4, 6, 3, 2, groups=2), nn.BatchNorm2d(6)),
        conv(nn.BatchNorm2d(6)).to(memory_format=torch.channels_last),
        conv(nn.BatchNorm2d(6)).double(),
        conv(nn.BatchNorm2d(6)).bfloat16(),
    ],
    ids=["no bias", "not affine", "groups", "transposed", "channels last", "double", "bfloat16"],
)
def test_batch_norm_is_folded(model):
    x = X.to(next(model.parameters()).dtype)
    if next(model.parameters()).is_contiguous(memory_format=torch.channels_last):
        x = x.contiguous(memory_format=torch.channels_last)
    program = fused_calls(export_models.warmed_up(model), x)
    assert counted(program) == {"aten.convolution": 1}
    # The statistics, and the weight as it was, are gone.
    kept = {name.rpartition(".")[2] for name in program.state_dict}
    assert kept <= {"num_batches_tracked"}
    (weight,) = (v for v in program.constants.values() if v.dim() == 4)
    assert weight.stride() == next(model.parameters()).stride()


class Shared(nn.Module):
    """One convolution, with a batch norm after the first of its uses."""

    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(4, 4, 3, padding=1), nn.BatchNorm2d(4)

    def forward(self, x):
        return self.conv(torch.relu(self.norm(self.conv(x))))


def test_a_shared_weight_is_folded_into_a_copy():
    program = fused_calls(export_models.warmed_up(Shared()), X)
    assert counted(program) == {"etk.conv_bn_act": 1, "aten.convolution": 1}


def test_dynamic_sizes():
    model = conv(nn.BatchNorm2d(6), nn.Hardswish())
    sizes = {"batch": Dim("batch", min=1, max=4), "height": Dim("height", min=6, max=32)}
    dynamic = ({0: sizes["batch"], 2: sizes["height"]},)
    program = fused_calls(model, X, dynamic_shapes=dynamic)
    assert counted(program)["etk.conv_bn_act"] == 1
    other = torch.randn(3, 4, 20, 9)
    torch.testing.assert_close(program.module()(other), model(other), rtol=1e-5, atol=1e-5)


class Mlp(nn.Module):
    """A linear layer of any rank, added to its input."""

    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(8, 16), nn.Linear(16, 8, bias=False)

    def forward(self, x):
        return x + self.down(nn.functional.silu(self.up(x)))


@pytest.mark.parametrize("shape", [(5, 8), (2, 3, 8), (2, 1, 3, 8)], ids=str)
def test_linear_layers_of_any_rank(shape):
    program = fused_calls(Mlp(), torch.randn(shape))
    assert counted(program) == {"etk.linear_act": 2}


def test_dynamic_rows():
    rows = ({0: Dim("batch", min=1, max=8), 1: Dim("rows", min=1, max=64)},)
    program = fused_calls(Mlp(), torch.randn(2, 3, 8), dynamic_shapes=rows)
    assert counted(program)["etk.linear_act"] == 2


class Attention(nn.Module):
    """softmax(q kᵀ / √8 + mask) v, as written by hand."""

    def forward(self, q, k, mask):
        return torch.softmax(q @ k.transpose(-1, -2) / 8**0.5 + mask, -1) @ k


def test_a_scaled_and_masked_softmax():
    q, k = torch.randn(2, 2, 5, 8), torch.randn(2, 2, 6, 8)
    program = fused_calls(Attention(), q, k, torch.randn(5, 6))
    (call,) = (node for node in program.graph.nodes if name_of(node).startswith("etk.softmax_mask"))
    assert arguments(call)["scale"] == pytest.approx(8**-0.5)
    assert arguments(call)["mask"] is not None
    expect_calls(program, aten__add=0, aten__div=0, aten___softmax=0)


class Sum(nn.Module):
    def forward(self, x, y):
        return torch.relu(x + y)


def test_sums():
    assert counted(fused_calls(Sum(), X, X[:, :1])) == {"etk.add_act": 1}


class UsedTwice(nn.Module):
    """The result of the convolution, and of the batch norm, are results of their own."""

    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4)

    def forward(self, x):
        y = self.conv(x)
        z = self.norm(y)
        return torch.cat([y, z, torch.relu(z)])


class WithAlpha(nn.Module):
    def forward(self, x, y):
        return torch.relu(torch.add(x, y, alpha=2))


class OfIntegers(nn.Module):
    def forward(self, x, y):
        return torch.relu(x + y)


class OtherHardswish(nn.Module):
    """Not hardswish: another number."""

    def forward(self, x):
        return x * torch.clamp(x + 2, 0, 6) / 6


@pytest.mark.parametrize(
    ("model", "inputs"),
    [
        (UsedTwice(), (X,)),
        (WithAlpha(), (X, X)),
        (OfIntegers(), (torch.arange(4), torch.arange(4))),
        (nn.Softmax(-1), (X,)),
    ],
    ids=["results that others use", "alpha", "integers", "softmax alone"],
)
def test_what_it_does_not_know_is_left_alone(model, inputs):
    before = counted(edge_of(model, inputs).exported_program())
    assert counted(fused_calls(model, *inputs)) == before


def test_another_number_is_not_hardswish():
    program = fused_calls(OtherHardswish(), X)
    expect_calls(program, etk__add_act=1, aten__mul=1, aten__div=1)


def test_statistics_that_are_written_to_are_not_folded():
    class Counts(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.norm = nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4)

        def forward(self, x):
            self.norm.running_mean.add_(1)
            return self.norm(self.conv(x))

    before = edge_of(Counts(), (X,))
    assert counted(fuse(before).exported_program()) == counted(before.exported_program())


def test_what_a_delegate_left():
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)

        def forward(self, x):
            return torch.relu(self.linear(x).double() + x.double())  # XNNPACK has no Double

    exported = export(Model(), (torch.randn(3, 4),))
    lowered = to_edge_transform_and_lower(exported, partitioner=[XnnpackPartitioner()])
    fused = fuse(lowered)
    delegates = [node for node in fused.exported_program().graph.nodes if "delegate" in str(node.target)]
    assert len(delegates) == 1
    expect_calls(fused.exported_program(), etk__add_act=1, aten__add=0, aten__relu=0)
    assert fused.to_executorch().buffer  # changes the program


def test_all_methods():
    exported = {"a": export(Mlp(), (torch.randn(1, 8),)), "b": export(Sum(), (X, X))}
    fused = fuse(to_edge(exported))
    assert fused.methods == {"a", "b"}
    assert counted(fused.exported_program("a")) == {"etk.linear_act": 2}
    assert counted(fused.exported_program("b")) == {"etk.add_act": 1}


def test_wrong_programs():
    exported = export(Sum(), (X, X))
    with pytest.raises(TypeError, match="dialect, not in EDGE\nhint: give fuse the result of to_edge"):
        fuse(exported)
    with pytest.raises(TypeError, match="a program cannot be ExecutorchProgramManager\nhint: "):
        fuse(to_edge(exported).to_executorch())


def test_without_pytorch():
    """Importing the module needs no PyTorch; calling fuse says what is missing."""
    script = "import sys; sys.modules['torch'] = None; from rules_executorch.passes import fuse; fuse(1)"
    command = [sys.executable, "-c", script]
    path = {"PYTHONPATH": str(ROOT / "tools/package")}
    result = subprocess.run(command, capture_output=True, text=True, env=path)
    assert result.returncode == 1
    assert "fuse is a part of the export, for which something is missing: " in result.stderr
    assert "hint: pip install torch executorch" in result.stderr
