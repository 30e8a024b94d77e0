"""Exports the models of the examples and tests: program, inputs, and what eager PyTorch makes of them.

    python examples/models/export_models.py

Writes `<model>.pte`, `<model>.input<i>.npy` and `<model>.output<i>.npy` next to this script. Weights are
random from a fixed seed. Needs torch and executorch; the files are committed, so that nothing else does.
"""

import math
import pathlib
import sys

import executorch.kernels.quantized  # noqa: F401 - the outs of quantized operators
import numpy
import torch
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.backends.xnnpack.quantizer import xnnpack_quantizer
from executorch.exir import EdgeCompileConfig, to_edge, to_edge_transform_and_lower
from executorch.exir.backend.test.device_util import DeviceAwarePartitioner
from torch import nn
from torch.export import export
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "tools"))

from etgen.progress import Progress  # noqa: E402 - found by the line above


class AddMulRelu(nn.Module):
    """relu(x · w + y): the smallest model that shows something."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(2, 3))

    def forward(self, x, y):
        return torch.relu(x * self.weight + y)


class LinearReluAdd(nn.Module):
    """relu(linear(x)) + x: what a size is quoted for."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return torch.relu(self.linear(x)) + x


class Mlp(nn.Module):
    """A perceptron with two hidden layers."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 10)
        )

    def forward(self, x):
        return self.layers(x)


def conv_bn_relu6(channels_in, channels_out, kernel, stride=1, groups=1):
    return [
        nn.Conv2d(channels_in, channels_out, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(channels_out),
        nn.ReLU6(),
    ]


class InvertedResidual(nn.Module):
    """The block of MobileNetV2: expand, filter each channel by itself, project."""

    def __init__(self, channels_in, channels_out, stride, expand):
        super().__init__()
        hidden = channels_in * expand
        layers = conv_bn_relu6(channels_in, hidden, 1) if expand > 1 else []
        layers += conv_bn_relu6(hidden, hidden, 3, stride, groups=hidden)
        layers += [nn.Conv2d(hidden, channels_out, 1, bias=False), nn.BatchNorm2d(channels_out)]
        self.layers = nn.Sequential(*layers)
        self.is_residual = stride == 1 and channels_in == channels_out

    def forward(self, x):
        return x + self.layers(x) if self.is_residual else self.layers(x)


class MobileNetV2(nn.Module):
    """MobileNetV2, by default with fewer blocks and channels. A block is (channels out, stride, expand)."""

    SMALL = ((8, 1, 1), (12, 2, 6), (12, 1, 6), (16, 2, 6), (16, 1, 6))

    def __init__(self, blocks=SMALL, first=8, last=32, classes=10):
        super().__init__()
        layers, channels = conv_bn_relu6(3, first, 3, stride=2), first
        for channels_out, stride, expand in blocks:
            layers.append(InvertedResidual(channels, channels_out, stride, expand))
            channels = channels_out
        layers += conv_bn_relu6(channels, last, 1)
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(last, classes))

    def forward(self, x):
        x = nn.functional.adaptive_avg_pool2d(self.features(x), (1, 1))
        return self.classifier(torch.flatten(x, 1))


class Transformer(nn.Module):
    """A classifier of token sequences: embedding, encoder layers with attention, mean over the tokens."""

    def __init__(self, tokens=64, length=16, width=32, hidden=64, layers=2):
        super().__init__()
        self.scale = math.sqrt(width)
        self.token = nn.Embedding(tokens, width)
        self.position = nn.Embedding(length, width)
        layer = nn.TransformerEncoderLayer(width, 4, hidden, activation="gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.classifier = nn.Linear(width, 5)

    def forward(self, tokens):
        x = self.token(tokens) * self.scale + self.position(torch.arange(tokens.shape[1]))
        x = self.encoder(x, src_key_padding_mask=tokens == 0)
        return torch.log_softmax(self.classifier(x.mean(1)), -1)


class Spectrogram(nn.Module):
    """The logarithmic spectrum of frames of sound, less what they have in common: complex numbers within."""

    def __init__(self, length=32):
        super().__init__()
        self.window = nn.Buffer(torch.hann_window(length))

    def forward(self, frames):
        spectra = torch.fft.rfft(frames * self.window)
        return torch.log1p((spectra - spectra.mean(0, keepdim=True)).abs())


class SeparableFilter(nn.Module):
    """A classifier of images: a convolution of all channels, one of each, and a linear layer."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 8, 3, 1, 1, groups=8), nn.ReLU()
        )
        self.classifier = nn.Linear(8, 5)

    def forward(self, x):
        x = self.features(x)
        return self.classifier((x + x.flip(-1)).mean((2, 3)))


def quantized(model, inputs):
    """The model with weights of 8 bits, and with activations of 8 bits between them.

    Those of convolutions have scales from the inputs, those of linear layers are given one as the model runs.
    """
    static, dynamic = (
        xnnpack_quantizer.get_symmetric_quantization_config(is_per_channel=True, is_dynamic=is_dynamic)
        for is_dynamic in (False, True)
    )
    quantizer = xnnpack_quantizer.XNNPACKQuantizer()
    quantizer.set_global(static).set_module_type(nn.Linear, dynamic)
    prepared = prepare_pt2e(export(model.eval(), inputs).module(), quantizer)
    prepared(*inputs)
    return convert_pt2e(prepared)


def warmed_up(model):
    """Gives the batch norms statistics that are not those of fresh ones."""
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.normal_(module.running_mean, std=0.1)
            nn.init.uniform_(module.running_var, 0.5, 1.5)
    return model


class Linear(nn.Module):
    """relu(linear(x)): what a backend takes over as a whole."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return torch.relu(self.linear(x))


class ThroughFloat8(nn.Module):
    """x as Float8 can hold it, a dtype that no kernel takes."""

    def forward(self, x):
        return x.to(torch.float8_e4m3fn).to(torch.float32)


class LinearsAroundCumsum(nn.Module):
    """linear(cumsum(linear(x))): XNNPACK has no cumulative sum, so this takes two delegates and a kernel."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)

    def forward(self, x):
        return self.second(torch.cumsum(self.first(x), 1))


class Add(nn.Module):
    """x + y, for a device with memory of its own."""

    def forward(self, x, y):
        return x + y


def models():
    """(name, model, inputs) of each that kernels run."""
    yield "add_mul_relu", AddMulRelu(), (torch.randn(2, 3), torch.randn(2, 3))
    yield "linear_relu_add", LinearReluAdd(), (torch.randn(2, 4),)
    yield "mlp", Mlp(), (torch.randn(1, 16),)
    yield "mobilenet_v2", warmed_up(MobileNetV2()), (torch.randn(1, 3, 32, 32),)
    yield "lstm", nn.LSTM(8, 16, batch_first=True), (torch.randn(1, 4, 8),)
    tokens = torch.randint(1, 64, (2, 16))
    tokens[1, 12:] = 0  # padding
    yield "transformer", Transformer(), (tokens,)
    yield "spectrogram", Spectrogram(), (torch.randn(6, 32),)
    image = (torch.randn(1, 3, 16, 16),)
    yield "quantized", quantized(SeparableFilter(), image), image
    yield "identity", nn.Identity(), (torch.randn(1, 4),)
    yield "float8", ThroughFloat8(), (torch.arange(4.0).view(2, 2),)


def delegated_models():
    """(name, model, inputs, partitioner) of each that backends run, wholly or in part."""
    yield "delegated", Linear(), (torch.randn(1, 4),), XnnpackPartitioner()
    yield "partly_delegated", LinearsAroundCumsum(), (torch.randn(2, 4),), XnnpackPartitioner()
    # Exports for a device without its toolkit. On CUDA, et_copy operators copy inputs and outputs.
    yield "device_copies", Add(), (torch.randn(2, 3), torch.randn(2, 3)), DeviceAwarePartitioner("cuda:0")


def save(name, model, inputs, partitioner=None):
    """Writes the program of a model, its inputs and its eager outputs."""
    if not isinstance(model, torch.fx.GraphModule):
        model.eval()
    with torch.no_grad():
        outputs = torch.utils._pytree.tree_leaves(model(*inputs))
    # The check refuses complex numbers.
    config = EdgeCompileConfig(_check_ir_validity=False)
    exported = export(model, inputs)
    if partitioner:
        edge = to_edge_transform_and_lower(exported, compile_config=config, partitioner=[partitioner])
    else:
        edge = to_edge(exported, compile_config=config)
    program = edge.to_executorch()
    (HERE / f"{name}.pte").write_bytes(program.buffer)
    for kind, tensors in (("input", inputs), ("output", outputs)):
        for i, tensor in enumerate(tensors):
            numpy.save(HERE / f"{name}.{kind}{i}.npy", tensor.detach().contiguous().numpy())


def main():
    torch.manual_seed(0)
    progress = Progress()
    for number, (name, model, inputs) in enumerate(models(), 1):
        progress.part(f"exporting model {number}, {name}")
        save(name, model, inputs)
    for name, model, inputs, partitioner in delegated_models():
        progress.part(f"exporting {name}, a model with delegates")
        save(name, model, inputs, partitioner)


if __name__ == "__main__":
    main()
