"""Exports models that ExecuTorch's Cortex-M quantizer and passes have converted to int8 operators.

    python tests/models/cortex_m/export_programs.py

Writes `<program>.pte` next to this script, an input, and the result of the program's operators in Python:
`<program>.input0.npy` and `.output0.npy`. Needs torch and executorch; the files are committed.
"""

import pathlib

import numpy
import torch
from executorch.backends.cortex_m.edge_compile_config import cortex_m_edge_compile_config
from executorch.backends.cortex_m.passes.cortex_m_pass_manager import CortexMPassManager
from executorch.backends.cortex_m.quantizer.quantizer import CortexMQuantizer
from executorch.exir import EdgeProgramManager, to_edge
from torch import nn
from torch.export import export
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

HERE = pathlib.Path(__file__).parent


def separable(inputs, outputs, stride):
    """A depthwise convolution, followed by a pointwise convolution."""
    depthwise = nn.Conv2d(inputs, inputs, 3, stride, 1, groups=inputs)
    return nn.Sequential(depthwise, nn.ReLU(), nn.Conv2d(inputs, outputs, 1), nn.ReLU())


class KeywordSpotter(nn.Module):
    """Recognises which of ten words a second of sound contains: 49 time steps of 10 frequencies."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, 8, (5, 3), (2, 1), (2, 1)), nn.ReLU())
        self.first, self.second = separable(8, 8, 1), separable(8, 16, 2)
        self.pools = nn.Sequential(nn.MaxPool2d(2), nn.AvgPool2d(2))
        self.words = nn.Linear(48, 10)

    def forward(self, x):
        x = self.stem(x)
        x = self.pools(self.second(x + self.first(x)))
        return torch.softmax(self.words(x.flatten(1)), -1)


class Enlarger(nn.Module):
    """Doubles the size of images; a gate scales each channel."""

    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(3, 6, 3, 2, 1)
        self.up = nn.ConvTranspose2d(6, 4, 4, 2, 1)
        self.again = nn.ConvTranspose2d(4, 3, 4, 2, 1)

    def forward(self, x):
        x = self.up(torch.tanh(self.down(x)))
        return self.again(x * torch.sigmoid(x))


class SensorMlp(nn.Sequential):
    """Classifies 40 features of a sensor."""

    def __init__(self):
        super().__init__(nn.Linear(40, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 5))


class Inverted(nn.Module):
    """An inverted residual block: more channels, a depthwise convolution, fewer channels, and a sum."""

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        inner = 3 * inputs
        self.layers = nn.Sequential(
            *(nn.Conv2d(inputs, inner, 1), nn.BatchNorm2d(inner), nn.ReLU6()),
            *(nn.Conv2d(inner, inner, 3, stride, 1, groups=inner), nn.BatchNorm2d(inner), nn.ReLU6()),
            *(nn.Conv2d(inner, outputs, 1), nn.BatchNorm2d(outputs)),
        )
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.layers(x) if self.adds else self.layers(x)


class SmallMobilenet(nn.Module):
    """A MobileNetV2 of four blocks for images of 32 x 32."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.ReLU6())
        self.blocks = nn.Sequential(
            *(Inverted(8, 8, 1), Inverted(8, 16, 2), Inverted(16, 16, 1), Inverted(16, 24, 2)),
            nn.AvgPool2d(4),
        )
        self.classes = nn.Linear(24, 10)

    def forward(self, x):
        return self.classes(self.blocks(self.stem(x)).flatten(1))


def save(name: str, model: nn.Module, shape: tuple[int, ...], is_nhwc: bool) -> None:
    """Writes a program whose images are channels-last, or permuted to operators of that layout."""
    torch.manual_seed(0)
    layout = torch.contiguous_format if is_nhwc or len(shape) != 4 else torch.channels_last
    model = model().eval().to(memory_format=layout)
    inputs = [torch.randn(shape).to(memory_format=layout) for _ in range(5)]
    quantizer = CortexMQuantizer(use_explicit_layout=is_nhwc)
    prepared = prepare_pt2e(export(model, (inputs[0],)).module(check_guards=False), quantizer)
    for x in inputs:
        prepared(x)
    config = cortex_m_edge_compile_config()
    edge = to_edge(export(convert_pt2e(prepared), (inputs[0],)), compile_config=config)
    passes = CortexMPassManager(edge.exported_program(), use_explicit_layout=is_nhwc)
    edge = EdgeProgramManager(passes.transform(), compile_config=config)
    numpy.save(HERE / f"{name}.input0.npy", inputs[0].contiguous().numpy())
    output = edge.exported_program().module()(inputs[0])
    numpy.save(HERE / f"{name}.output0.npy", output.detach().contiguous().numpy())
    (HERE / f"{name}.pte").write_bytes(edge.to_executorch().buffer)


if __name__ == "__main__":
    save("enlarger", Enlarger, (1, 3, 6, 5), is_nhwc=False)
    save("keyword_spotter", KeywordSpotter, (1, 1, 49, 10), is_nhwc=False)
    save("keyword_spotter_nhwc", KeywordSpotter, (1, 1, 49, 10), is_nhwc=True)
    save("sensor_mlp", SensorMlp, (1, 40), is_nhwc=False)
    save("small_mobilenet", SmallMobilenet, (1, 3, 32, 32), is_nhwc=False)
