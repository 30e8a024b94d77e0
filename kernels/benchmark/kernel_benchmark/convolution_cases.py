"""The timed calls of convolutions, with sizes from real models."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from kernel_benchmark.cases import Case


def _case(
    name: str,
    image: tuple,
    weight: tuple,
    stride: int,
    padding: int,
    groups: int = 1,
    transposed: bool = False,
    last: bool = False,
) -> Case:
    rank = len(image) - 2
    places = 1
    for size, kernel in zip(image[2:], weight[2:], strict=True):
        places *= size if transposed else (size + 2 * padding - kernel) // stride + 1
    products = 1
    for size in weight:
        products *= size
    order = {"memory_format": torch.channels_last} if last else {}
    return Case(
        "channels last" if last else "convolutions",
        f"{name} last" if last else name,
        "aten::convolution.out",
        lambda: [
            *(torch.randn(image).contiguous(**order), torch.randn(weight)),
            torch.randn(weight[1] * groups if transposed else weight[0]),
            *([stride] * rank, [padding] * rank, [1] * rank, transposed, [0] * rank, groups),
        ],
        2.0 * image[0] * places * products,
        functional=True,
    )


def convolution_cases() -> Iterator[Case]:
    """All cases, in the order of the report."""
    for last in (False, True):
        yield _case("mobilenet first 3x3/2", (1, 3, 224, 224), (32, 3, 3, 3), 2, 1, last=last)
        yield _case("mobilenet 1x1 16-96", (1, 16, 112, 112), (96, 16, 1, 1), 1, 0, last=last)
        yield _case("mobilenet depthwise/2", (1, 96, 112, 112), (96, 1, 3, 3), 2, 1, 96, last=last)
        yield _case("mobilenet depthwise", (1, 144, 56, 56), (144, 1, 3, 3), 1, 1, 144, last=last)
        yield _case("mobilenet depthwise 7", (1, 960, 7, 7), (960, 1, 3, 3), 1, 1, 960, last=last)
        yield _case("mobilenet depthwise 14/2", (1, 576, 14, 14), (576, 1, 3, 3), 2, 1, 576, last=last)
        yield _case("mobilenet depthwise 5x5 7", (1, 576, 7, 7), (576, 1, 5, 5), 1, 2, 576, last=last)
        yield _case("mobilenet pixel 576-144", (1, 576, 1, 1), (144, 576, 1, 1), 1, 0, last=last)
        yield _case("mobilenet 1x1 160-960", (1, 160, 7, 7), (960, 160, 1, 1), 1, 0, last=last)
        yield _case("mobilenet 1x1 320-1280", (1, 320, 7, 7), (1280, 320, 1, 1), 1, 0, last=last)
        yield _case("resnet first 7x7/2", (1, 3, 224, 224), (64, 3, 7, 7), 2, 3, last=last)
        yield _case("resnet 3x3 64", (1, 64, 56, 56), (64, 64, 3, 3), 1, 1, last=last)
        yield _case("resnet 3x3 256", (1, 256, 14, 14), (256, 256, 3, 3), 1, 1, last=last)
        yield _case("resnet 3x3 512", (1, 512, 7, 7), (512, 512, 3, 3), 1, 1, last=last)
        yield _case("resnet 1x1/2", (1, 64, 56, 56), (128, 64, 1, 1), 2, 0, last=last)
        yield _case("grouped 3x3", (1, 128, 28, 28), (128, 32, 3, 3), 1, 1, 4, last=last)
        yield _case("transposed 2x2/2", (1, 64, 56, 56), (64, 32, 2, 2), 2, 0, transposed=True, last=last)
        yield _case("transposed 4x4/2", (1, 128, 28, 28), (128, 64, 4, 4), 2, 1, transposed=True, last=last)
    yield _case("audio", (1, 80, 1000), (256, 80, 5), 1, 2)
