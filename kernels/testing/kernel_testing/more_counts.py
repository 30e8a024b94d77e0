"""Calls that PyTorch's samples do not contain, of operators that count, list or accumulate elements."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator

import torch

_ATEN = torch.ops.aten
_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


def calls(dtype: torch.dtype) -> Iterator[tuple[str, Callable[[], object]]]:
    """The functions to call, with the name of their origin."""
    for family in (_bins, _histograms, _triangles, _running):
        for call in family(dtype):
            yield f"more_counts.{family.__name__}", call


def _bins(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    places = torch.tensor([3, 1, 0, 3, 7, 3, 1])
    weights = (torch.rand(7) * 9 - 2).abs().to(dtype)
    for kind, least in itertools.product((torch.int64, torch.uint8, torch.int16), (0, 3, 12)):
        yield functools.partial(_ATEN.bincount.default, places.to(kind), weights, least)
        yield functools.partial(_ATEN.bincount.default, places[:0].to(kind), weights[:0], least)
    if dtype in _INTEGERS:
        yield functools.partial(_ATEN.bincount.default, places.to(dtype), None, 2)
        yield functools.partial(_ATEN.bincount.default, (places - 1).to(dtype), None, 2)
        yield functools.partial(_ATEN.bincount.default, places[:0].to(dtype), None, 0)


def _histograms(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    x = torch.tensor([0.0, 1.0, 1.5, 2.0, 4.0, -3.0, 0.25, 2.0]).to(dtype)
    for values in (x, x.view(2, 4), x[0], x[:0], torch.randn(400).to(dtype)):
        for bins, low, high in ((4, 0, 0), (70, 0, 0), (3, 0, 2), (1, -1.5, 7), (200, -4, 4), (5, 2, 2)):
            yield functools.partial(_ATEN.histc.default, values, bins, low, high)
    special = torch.cat((x, torch.tensor([math.nan, math.inf, -math.inf]).to(dtype)))
    yield functools.partial(_ATEN.histc.default, special, 5, -1, 3)


def _triangles(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for function in (_ATEN.tril_indices.default, _ATEN.triu_indices.default):
        for rows, columns in ((0, 0), (3, 4), (4, 3), (5, 5), (1, 7), (7, 0), (0, 2), (70, 3)):
            for offset in (0, 1, -1, 3, -3, 90, -90, 2**40):
                yield functools.partial(function, rows, columns, offset, dtype=dtype)


def _running(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if dtype in (torch.uint16, torch.uint32, torch.uint64):
        return  # PyTorch accepts these dtypes if there is nothing to compare
    for shape in ((), (5,), (0,), (2, 3), (3, 0), (2, 3, 70), (2, 3, 4, 5)):
        x = (torch.randint(-9, 9, shape).double() / 3).to(dtype)
        special = x.clone()
        if dtype.is_floating_point and x.numel() > 4:
            special.view(-1)[:5] = torch.tensor([-math.inf, -math.inf, math.inf, 2.0, math.nan]).to(dtype)
        for values, dim in itertools.product((x, special), range(-1, max(1, len(shape) - 1))):
            for name in ("cummax", "cummin", "logcumsumexp"):
                yield functools.partial(getattr(_ATEN, name).default, values, dim)
