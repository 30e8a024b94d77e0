"""Calls of matrix products, scatters, and searches for equal elements that no sample of PyTorch's makes."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator

import torch

from kernel_testing.torch_reference import int_mm

_ATEN = torch.ops.aten


def calls(dtype: torch.dtype) -> Iterator[tuple[str, Callable[[], object]]]:
    """The functions to call, with the name of their origin."""
    # PyTorch accepts some dtypes only if there is nothing to compute.
    families: tuple = (_bytes, _different)
    if dtype not in (torch.uint16, torch.uint32, torch.uint64):
        families = (*families, _put, _most_often)
        families = families if dtype == torch.bool else (*families, _vectors, _trilinear, _reduced)
    for family in families:
        for call in family(dtype):
            yield f"more_places.{family.__name__}", call


def _some(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    numbers = torch.randn(shape) * 3
    return (numbers if dtype.is_floating_point else numbers.abs()).to(dtype)


def _vectors(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for rows, columns, shape in ((3, 4, (3,)), (9, 70, (1,)), (2, 0, (2,)), (0, 3, (0,)), (5, 1, ())):
        mat, vec, self = _some(dtype, rows, columns), _some(dtype, columns), _some(dtype, *shape)
        for beta, alpha in ((1, 1), (0, 2), (0.5, -1.5), (3, 0)):
            yield functools.partial(_ATEN.addmv.default, self, mat, vec, beta=beta, alpha=alpha)
    if dtype.is_floating_point:
        nan = torch.full((2,), math.nan).to(dtype)
        yield functools.partial(_ATEN.addmv.default, nan, _some(dtype, 2, 3), _some(dtype, 3), beta=0)


def _bytes(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if dtype not in (torch.int8, torch.uint8):
        return
    for n, k, m in ((3, 4, 5), (1, 130, 2), (2, 0, 3), (0, 2, 2), (9, 65, 17)):
        low = torch.iinfo(dtype).min
        left = torch.randint(low, low + 256, (n, k)).to(dtype)
        yield functools.partial(int_mm, left, torch.randint(-128, 128, (k, m)).to(torch.int8))


def _trilinear(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for batch, a, b, outputs in ((2, 3, 4, 5), (1, 9, 1, 2), (0, 2, 3, 1), (3, 0, 2, 2), (2, 5, 14, 1)):
        left, right, weight = _some(dtype, batch, a), _some(dtype, batch, b), _some(dtype, outputs, a, b)
        for unrolled in (0, 1, 3):
            where = ([1, 3], [0], [1, 2], [2, 3], unrolled)
            yield functools.partial(_ATEN._trilinear.default, left, weight, right, *where)
    factors = [_some(dtype, 2, 3) for _ in range(3)]
    for summed in ([], [0], [1], [-1], [0, 1]):
        yield functools.partial(_ATEN._trilinear.default, *factors, [], [], [], summed)


def _reduced(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for reduce, include in itertools.product(("prod", "mean", "amax", "amin"), (True, False)):
        for shape, dim in (((5,), 0), ((3, 4), -1), ((4, 2, 3), 1), ((2, 3, 4, 5), 2), ((3, 0), 0)):
            for indices in ([0, 1, 0], [1], [], [1, 1, 0, 1, 1]):
                source = list(shape)
                source[dim] = len(indices)
                index = torch.tensor(indices, dtype=torch.int64 if include else torch.int32)
                arguments = (_some(dtype, *shape), dim, index, _some(dtype, *source), reduce)
                yield functools.partial(_ATEN.index_reduce.default, *arguments, include_self=include)
        one = (_some(dtype), 0, torch.tensor(0), _some(dtype), reduce)
        yield functools.partial(_ATEN.index_reduce.default, *one, include_self=include)
        if dtype.is_floating_point:
            x = torch.tensor([1.0, math.nan, -math.inf, 2.0]).to(dtype)
            index = torch.tensor([0, 0, 1, 2, 3])
            source = torch.tensor([math.nan, 3.0, 1.0, math.inf, -5.0]).to(dtype)
            yield functools.partial(
                _ATEN.index_reduce.default, x, 0, index, source, reduce, include_self=include
            )


def _put(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for shape, places in (
        ((2, 3), [0, 5, -1, 0]),
        ((7,), [-7, 6]),
        ((), [0, -1]),
        ((2, 3, 4, 5), [119, -3, 7]),
    ):
        index = torch.tensor(places)
        for accumulate in (False, True):
            yield functools.partial(
                _ATEN.put.default, _some(dtype, *shape), index, _some(dtype, len(places)), accumulate
            )
        rows = (index[:2].view(2, 1), _some(dtype, 1, 2))
        yield functools.partial(_ATEN.put.default, _some(dtype, *shape), *rows, True)
    yield functools.partial(
        _ATEN.put.default, _some(dtype, 0), torch.tensor([], dtype=torch.int64), _some(dtype, 0)
    )
    if dtype in (torch.float32, torch.float64):
        z = torch.view_as_complex(_some(dtype, 3, 2))
        yield functools.partial(_ATEN.put.default, z, torch.tensor([1, 1, -1]), z, True)


def _repeated(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    """Few distinct numbers of every sign, including the limits of the dtype."""
    if dtype == torch.bool:
        return torch.rand(shape) < 0.5
    info = torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype)
    numbers = (0, 1, 2, 3, info.max, info.min)
    chosen = [numbers[i] for i in torch.randint(6, (math.prod(shape),))]
    return torch.tensor(chosen, dtype=dtype).reshape(shape)


def _different(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for shape in ((), (5,), (0,), (3, 4), (2, 3, 4, 5), (300,), (2, 0)):
        for inverse, counts in itertools.product((False, True), repeat=2):
            yield functools.partial(
                _ATEN._unique2.default, _repeated(dtype, *shape), inverse, inverse, counts
            )
    if dtype.is_floating_point:
        special = torch.tensor([math.nan, 1.0, math.inf, -math.inf, 1.0]).to(dtype)
        yield functools.partial(_ATEN._unique2.default, special, True, True, True)


def _most_often(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for shape in ((), (5,), (3, 4), (2, 3, 70), (2, 3, 4, 5), (0, 3)):
        for dim, keepdim in itertools.product(range(-1, max(1, len(shape) - 1)), (False, True)):
            yield functools.partial(_ATEN.mode.default, _repeated(dtype, *shape), dim, keepdim)
