"""Calls of operators that copy, view, index and create tensors, in addition to PyTorch's samples."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import torch

aten = torch.ops.aten

_TAKEN_BY_FEW = frozenset({torch.uint16, torch.uint32, torch.uint64})


def calls(dtype: torch.dtype) -> Iterator[tuple[str, Callable[[], object]]]:
    """Names and calls; calls that eager PyTorch refuses are ignored."""
    for function, *arguments in [
        *_copies(dtype),
        *_parts(dtype),
        *_pads(dtype),
        *_indices(dtype),
        *_creations(dtype),
    ]:
        # For empty tensors, PyTorch accepts dtypes that it refuses for other tensors.
        if dtype in _TAKEN_BY_FEW and any(isinstance(a, torch.Tensor) and not a.numel() for a in arguments):
            continue
        yield "movement", functools.partial(function, *arguments)


def _numbers(dtype: torch.dtype, *shape: int) -> torch.Tensor:
    return torch.randint(0, 100, shape).to(dtype)


def _copies(dtype: torch.dtype) -> Iterator[tuple]:
    for shape in ((), (0,), (3,), (2, 3), (2, 0, 3), (1, 2, 3, 4), (2, 1, 3, 2, 2)):
        x = _numbers(dtype, *shape)
        for copy in (aten.alias_copy, aten.clone, aten.detach_copy, aten.lift_fresh_copy, aten.t_copy):
            yield copy.default, x
        for other in (dtype, torch.uint8, torch.int64, torch.half, torch.double, torch.bool):
            yield functools.partial(aten._to_copy.default, dtype=other), x
            yield aten.copy.default, x, _numbers(other, *shape)
            yield aten.copy_.default, x.clone(), _numbers(other, *shape[1:])
        yield aten.repeat.default, x, [2, 1, 3, *(1 + i % 2 for i in range(len(shape)))]
        yield aten.repeat.default, x, [1 + i for i in range(len(shape))]
        yield aten.repeat.default, x, [0, *(2 for _ in shape)]
        yield aten.stack.default, [x, _numbers(dtype, *shape)], -1
        yield aten.stack.default, [x, _numbers(torch.int32, *shape)], 0
        yield aten.roll.default, x, [-5]
        for dim in range(-len(shape), len(shape)):
            yield aten.flip.default, x, [dim]
            yield aten.roll.default, x, [2], [dim]
            yield aten.roll.default, x, [7, -3, 1], [dim, 0, dim]
            yield aten.unbind_copy.int, x, dim
            yield aten.transpose_copy.int, x, dim, 0
            for size in (0, 1, 2, 5):
                yield aten.split_copy.Tensor, x, size, dim
    yield aten.flip.default, _numbers(dtype, 2, 3, 4), [0, -1]
    yield aten.pixel_shuffle.default, _numbers(dtype, 2, 18, 2, 3), 3
    yield aten.pixel_unshuffle.default, _numbers(dtype, 2, 3, 4, 6), 2
    yield aten.pixel_shuffle.default, _numbers(dtype, 2, 0, 2, 3), 3
    if dtype in (torch.half, torch.float32, torch.double):
        x = torch.view_as_complex(_numbers(dtype, 2, 3, 4, 2, 2))
        yield from ((aten.view_as_real_copy.default, z) for z in (x, x[0, 0, 0, 0], x[:0]))


def _parts(dtype: torch.dtype) -> Iterator[tuple]:
    x = _numbers(dtype, 4, 5, 6)
    for dim in (0, 1, -1):
        for start, length in ((0, 0), (1, 2), (-2, 2), (4, 0), (0, 4)):
            yield aten.narrow_copy.default, x, dim, start, length
        for size, step in ((0, 1), (1, 1), (2, 3), (4, 1), (4, 9)):
            yield aten.unfold_copy.default, x, dim, size, step
        yield aten.select_scatter.default, x, _numbers(dtype, *x.select(dim, 0).shape), dim, -1
        yield aten.select_scatter.default, x, x.select(dim, 1).double(), dim, 2
        for begin, end, step in ((None, None, 1), (1, -1, 2), (-3, 100, 1), (3, 1, 1), (0, 1, 9)):
            part = torch.ops.aten.slice_copy(x, dim, begin, end, step)
            yield aten.slice_scatter.default, x, _numbers(dtype, *part.shape), dim, begin, end, step
            yield aten.slice_scatter.default, x, part.half(), dim, begin, end, step
    for size, step in ((0, 1), (1, 2), (2, 1)):
        yield aten.unfold_copy.default, _numbers(dtype), 0, size, step
    for offset in (0, 1, -1, 3, -3, 9, -9, 2**63 - 1, -(2**63)):
        for dims in ((0, 1), (1, 0), (-1, 0), (0, 2)):
            yield aten.diagonal_copy.default, x, offset, *dims
            for other in (dtype, torch.half):
                source = aten.diagonal_copy(x, offset, *dims).to(other)
                yield aten.diagonal_scatter.default, x, source, offset, *dims
        for matrix in (x, x[0], x[:, :0], x[:, :, :1]):
            yield aten.tril.default, matrix, offset
            yield aten.triu.default, matrix, offset
    for sizes, strides, first in (
        ([3], [2], 1),
        ([2, 3], [1, 4], None),
        ([2, 2], [0, 3], 5),
        ([], [], 119),
        ([0, 2], [5, 5], 1000),
        ([2], [119], 0),
        ([1, 2], [10**9, 1], 3),
    ):
        yield aten.as_strided_copy.default, x, sizes, strides, first
        for other in (dtype, torch.int32):
            yield aten.as_strided_scatter.default, x, _numbers(other, *sizes), sizes, strides, first


def _pads(dtype: torch.dtype) -> Iterator[tuple]:
    x = _numbers(dtype, 2, 3, 4, 3, 5)
    for pad in ([], [0, 0], [1, 2], [-1, 2, 3, -2], [0, -5], [-2, -3, 1, 1], [1, 0, 0, 1, -1, 2], [1] * 10):
        for value in (0, 1, -1, 1.7, True, 300):
            yield aten.constant_pad_nd.default, x, pad, value
    yield aten.constant_pad_nd.default, _numbers(dtype), []
    yield aten.constant_pad_nd.default, x[:0], [1, 1], 1
    for pads, rank in (
        ((aten.reflection_pad1d, aten.replication_pad1d), 1),
        ((aten.reflection_pad2d, aten.replication_pad2d), 2),
        ((aten.reflection_pad3d, aten.replication_pad3d), 3),
    ):
        for ends in ([0, 0], [2, 1], [4, 4], [-1, 3], [3, -1], [-6, 3], [4, -7], [4, -8], [-2, -2]):
            padding = [*ends, *([1, 2, -1, 1][: 2 * rank - 2])]
            for pad in pads:
                yield pad.default, x[(0,) * (4 - rank)], padding
                yield pad.default, x[(0,) * (3 - rank)], padding
        for pad in pads:
            yield pad.default, x[(0,) * (3 - rank)][:0], [1] * (2 * rank)
            yield pad.default, x[(0,) * (3 - rank)], [20] * (2 * rank)


def _indices(dtype: torch.dtype) -> Iterator[tuple]:
    x, vector = _numbers(dtype, 4, 5, 6), _numbers(dtype, 100)
    mask, row = torch.rand(4, 5) > 0.5, torch.tensor([True, False, True, False, True])
    one, index = torch.tensor(1), torch.tensor([[1, -1, 0], [2, 2, -3]])
    for indices in (
        [index],
        [one],
        [None, index],
        [None, None, index],
        [index, index],
        [index, None, index[0]],
        [None, index[:, :1], index[0].int()],
        [mask],
        [mask, one],
        [mask, torch.tensor([3])],
        [None, row],
        [torch.tensor([1, 2, 0]), row],
        [torch.tensor([[1], [2]]), row, None],
        [torch.tensor([False, False, True, False]), row],
        [row[:4], None, torch.tensor([0, 5])],
        [x.double() > 50],
        [torch.zeros_like(x, dtype=torch.bool)],
        [mask.byte()],
        [torch.zeros(2, 0, dtype=torch.long)],
        [None, torch.zeros(0, dtype=torch.long)],
    ):
        yield aten.index.Tensor, x, indices
        try:
            part = aten.index(x, indices)
        except (IndexError, RuntimeError):
            continue
        for values in (part, part[:1], _numbers(dtype), _numbers(dtype, 1, 1, 1, 1), _numbers(torch.int64)):
            for accumulate in (False, True):
                yield aten.index_put.default, x, indices, values, accumulate
                yield aten.index_put_.default, x.clone(), indices, values, accumulate
    repeated = torch.zeros(100, dtype=torch.long)
    for accumulate in (False, True):
        yield aten.index_put.default, vector, [repeated], vector, accumulate
    for dim in (0, 1, -1):
        size = x.shape[dim]
        for i in (
            torch.tensor(size - 1),
            torch.randint(size, (7,)),
            torch.randint(size, (3,)).int(),
            repeated[:0],
        ):
            yield aten.index_select.default, x, dim, i
        i = torch.randint(size, (3, 2, 4) if dim != 0 else (9, 4, 6))
        for places in (i, i.int(), i[:0], repeated[:0]):
            yield aten.gather.default, x, dim, places
            source = _numbers(dtype, 9, 5, 6)
            yield aten.scatter.src, x, dim, places, source
            yield aten.scatter_add.default, x, dim, places, source
            for value in (2, 1.5, True, -1, 300):
                yield aten.scatter.value, x, dim, places, value
    yield aten.scatter_add.default, vector, 0, torch.randint(100, (100,)), vector
    yield aten.scatter_add.default, vector, 0, repeated, vector
    yield aten.scatter_add.default, vector.reshape(1, 100).t(), 0, repeated[:, None], vector[:, None]
    scalar = _numbers(dtype)
    for places in (torch.tensor(0), torch.tensor([0, 0]), torch.tensor([0])):
        yield aten.gather.default, scalar, 0, places
        yield aten.scatter.src, scalar, 0, places, _numbers(dtype, 2)
        yield aten.scatter_add.default, scalar, -1, places, _numbers(dtype, 2)
        yield aten.scatter.value, scalar, 0, places, 1
        yield aten.index_select.default, scalar, 0, places
    for self, holds in (
        (x, x.double() > 50),
        (x, row[:, None]),
        (x[0, 0], x.double() > 20),
        (scalar, torch.tensor(True)),
    ):
        yield aten.masked_scatter.default, self, holds, _numbers(dtype, 3, 40)


def _creations(dtype: torch.dtype) -> Iterator[tuple]:
    for size in ([], [0], [3], [2, 3, 70], [1, 2, 3, 4]):
        for create in (aten.empty.memory_format, aten.ones.default, aten.zeros.default):
            yield functools.partial(create, dtype=dtype), size
        if dtype.is_floating_point:
            for create in (aten.rand.default, aten.randn.default):
                yield functools.partial(create, dtype=dtype), size
        stride = list(torch.empty(size).stride())
        yield functools.partial(aten.empty_strided.default, dtype=dtype), size, stride
        layout = [*range(len(size))][::-1]
        yield functools.partial(aten.empty_permuted.default, dtype=dtype), size, layout
    for n in (0, 1, 5, 100):
        yield functools.partial(aten.randperm.default, dtype=dtype), n
