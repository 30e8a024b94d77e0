"""The timed calls with other dtypes: some of the cases for Float."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator

import torch

from kernel_benchmark.cases import Case, cases
from kernel_benchmark.convolution_cases import convolution_cases
from kernel_benchmark.data_cases import data_cases

LABELS = {torch.float16: "Half", torch.bfloat16: "BFloat16", torch.int32: "Int", torch.int64: "Long"}

_NAMES = frozenset(
    ("mm 512x512x512", "linear 512x512x512", "linear 1x1024x1024", "bmm 8x64", "_softmax 512x1024",
     "_log_softmax 512x1024", "layer_norm 512x1024", "sum dim 0", "sum dim 1", "amax all", "resnet 3x3 64",
     "mobilenet 1x1 160-960", "mobilenet depthwise", "add 32K", "add short rows", "relu 32K"),
)  # fmt: skip
_INTEGERS = frozenset(
    ("add 32K", "add 1M", "sub 32K", "mul 32K", "le 32K", "add short rows", "relu 32K", "sum dim 0",
     "sum dim 1", "amax all"),
)  # fmt: skip


# Conversions from one dtype to another.
CONVERSIONS = "conversions"
_COPIES = (
    (torch.float16, torch.float32), (torch.float32, torch.float16), (torch.bfloat16, torch.float32),
    (torch.uint8, torch.float32), (torch.int64, torch.float32), (torch.float32, torch.int64),
    (torch.float32, torch.int32), (torch.float32, torch.uint8), (torch.int32, torch.int64),
    (torch.int64, torch.int32), (torch.bool, torch.float32), (torch.float32, torch.bool),
)  # fmt: skip


def _conversion(dtype: torch.dtype, result: torch.dtype) -> Case:
    return Case(
        CONVERSIONS,
        f"{dtype} to {result}".replace("torch.", ""),
        "dim_order_ops::_to_dim_order_copy.out",
        lambda: [(torch.rand(1 << 17) * 100 - 50).abs().to(dtype), False, None],
        copied_to=result,
    )


def _in(dtype: torch.dtype, case: Case) -> Case:
    def arguments() -> list:
        return [each.to(dtype) if isinstance(each, torch.Tensor) else each for each in case.arguments()]

    label = LABELS[dtype]
    return dataclasses.replace(case, group=label, name=f"{case.name} {label}", arguments=arguments)


def dtype_cases() -> Iterator[Case]:
    """All cases, in the order of the report."""
    all_cases = [*cases(), *convolution_cases(), *data_cases()]
    for dtype in LABELS:
        names = _NAMES if dtype.is_floating_point else _INTEGERS
        yield from (_in(dtype, case) for case in all_cases if case.name in names)
    yield from itertools.starmap(_conversion, _COPIES)
