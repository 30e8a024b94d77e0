"""Architectures of image models, after their original publications, with random weights."""

from __future__ import annotations

import torch
from torch import nn

# MobileNetV2: (channels out, stride, expand) of each block.
MOBILENET_V2 = [(16, 1, 1)] + [
    (channels, stride if i == 0 else 1, 6)
    for channels, count, stride in ((24, 2, 2), (32, 3, 2), (64, 4, 2), (96, 3, 1), (160, 3, 2), (320, 1, 1))
    for i in range(count)
]

# MobileNetV3-Small: (kernel, hidden channels, channels out, squeezes and excites, hard swish, stride).
_MOBILENET_V3 = (
    (3, 16, 16, True, False, 2),
    (3, 72, 24, False, False, 2),
    (3, 88, 24, False, False, 1),
    (5, 96, 40, True, True, 2),
    (5, 240, 40, True, True, 1),
    (5, 240, 40, True, True, 1),
    (5, 120, 48, True, True, 1),
    (5, 144, 48, True, True, 1),
    (5, 288, 96, True, True, 2),
    (5, 576, 96, True, True, 1),
    (5, 576, 96, True, True, 1),
)


def _filter(
    channels_in: int, channels_out: int, kernel: int, stride: int = 1, groups: int = 1
) -> list[nn.Module]:
    """A convolution that keeps the size of the image, but for the stride, and batch norm."""
    convolution = nn.Conv2d(channels_in, channels_out, kernel, stride, kernel // 2, groups=groups, bias=False)
    return [convolution, nn.BatchNorm2d(channels_out)]


class _Excitation(nn.Module):
    """Scales each channel by a function of the means of all channels."""

    def __init__(self, channels: int):
        super().__init__()
        # A multiple of 8.
        squeezed = max(8, (channels // 4 + 4) // 8 * 8)
        self.weights = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(channels, squeezed, 1),
            nn.ReLU(),
            nn.Conv2d(squeezed, channels, 1),
            nn.Hardsigmoid(),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.weights(x)


class _Bottleneck(nn.Module):
    """The block of MobileNetV3: expand, filter each channel by itself, excite, project."""

    def __init__(
        self, channels: int, kernel: int, hidden: int, out: int, excites: bool, is_hard: bool, stride: int
    ):
        super().__init__()
        activation: type[nn.Module] = nn.Hardswish if is_hard else nn.ReLU
        layers = [*_filter(channels, hidden, 1), activation()] if hidden != channels else []
        layers += [*_filter(hidden, hidden, kernel, stride, hidden), activation()]
        layers += [_Excitation(hidden)] if excites else []
        self.layers = nn.Sequential(*layers, *_filter(hidden, out, 1))
        self.is_residual = stride == 1 and channels == out

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.layers(x) if self.is_residual else self.layers(x)


class MobileNetV3Small(nn.Module):
    """MobileNetV3-Small for 1000 classes."""

    def __init__(self) -> None:
        super().__init__()
        layers, channels = [*_filter(3, 16, 3, 2), nn.Hardswish()], 16
        for block in _MOBILENET_V3:
            layers.append(_Bottleneck(channels, *block))
            channels = block[2]
        layers += [*_filter(channels, 576, 1), nn.Hardswish(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
        self.layers = nn.Sequential(*layers, nn.Linear(576, 1024), nn.Hardswish(), nn.Linear(1024, 1000))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)


class _Residual(nn.Module):
    """The block of ResNet-18: two convolutions, added to the image."""

    def __init__(self, channels: int, out: int, stride: int):
        super().__init__()
        self.layers = nn.Sequential(*_filter(channels, out, 3, stride), nn.ReLU(), *_filter(out, out, 3))
        self.shortcut = nn.Sequential(*(_filter(channels, out, 1, stride) if channels != out else []))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.layers(x) + self.shortcut(x))


class ResNet18(nn.Module):
    """ResNet-18 for 1000 classes."""

    def __init__(self) -> None:
        super().__init__()
        layers, channels = [*_filter(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)], 64
        for out in (64, 128, 256, 512):
            layers += [_Residual(channels, out, 1 if out == channels else 2), _Residual(out, out, 1)]
            channels = out
        self.layers = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)
