"""The optimized kernels that gather and scatter elements by index."""

import itertools

import pytest
import torch
from kernel_testing.host import OptionalTensors, Out
from test_optimized_movement import DTYPES, elements, indices
from test_optimized_sizes import call, check, host

__all__ = ["host"]


# Shapes of a tensor, of indices and of the scattered tensor, and the dimension of the indices.
NAMED = [
    ([9], [1], [1], 0),
    ([9], [17], [20], 0),
    ([5, 9], [5, 7], [5, 7], 1),
    ([5, 9], [4, 3], [5, 6], 1),
    ([5, 9], [7, 9], [7, 9], 0),
    ([5, 9], [3, 8], [3, 9], 0),
    ([4, 5, 6], [4, 11, 6], [4, 11, 6], 1),
    ([4, 5, 6], [3, 2, 5], [4, 3, 6], 1),
    ([4, 5, 6], [4, 5, 1], [4, 5, 1], 2),
    ([3, 2, 4, 5], [3, 2, 4, 6], [3, 2, 4, 6], 3),
    ([3, 4], [0, 4], [0, 4], 0),
    ([2, 5000], [2, 300], [2, 300], 1),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "index_shape", "src_shape", "dim"), NAMED)
def test_places(host, dtype, shape, index_shape, src_shape, dim):
    x, src = elements(dtype, *shape), elements(dtype, *src_shape)
    for index in (indices(shape[dim], *index_shape), indices(shape[dim], *index_shape).int()):
        for last in (False, True):
            check(host, "gather.out", [x, dim, index, False], (x.gather(dim, index.long()),), last)
    # The last of repeated values is kept, which PyTorch does not guarantee.
    expected = x.clone()
    for at in itertools.product(*map(range, index_shape)):
        place = [*at[:dim], int(index[at]), *at[dim + 1 :]]
        expected[tuple(place)] = src[at]
    for each in (index.long(), index):
        for last in (False, True):
            check(host, "scatter.src_out", [x, dim, each, src], (expected,), last)
            check(host, "scatter.value_out", [x, dim, each, 7], (x.scatter(dim, each.long(), 7),), last)


@pytest.mark.parametrize(
    "dtype",
    [
        torch.float32,
        torch.float64,
        torch.float16,
        torch.bfloat16,
        torch.int32,
        torch.int64,
        torch.int16,
        torch.int8,
    ],
)
@pytest.mark.parametrize(("shape", "index_shape", "src_shape", "dim"), NAMED)
def test_sums_of_places(host, dtype, shape, index_shape, src_shape, dim):
    """Integers, so that sums are exact or wrap around."""
    x, src = elements(dtype, *shape), elements(dtype, *src_shape)
    if dtype in (torch.int32, torch.int64):
        x, src = x << (8 * dtype.itemsize - 9), src << (8 * dtype.itemsize - 9)
    index = indices(shape[dim], *index_shape)
    for each in (index, index.int()):
        for last in (False, True):
            expected = (x.scatter_add(dim, index, src),)
            check(host, "scatter_add.out", [x, dim, each, src], expected, last)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [0, 1, 2, 7, 64, 67, 200])
@pytest.mark.parametrize(
    ("shape", "dim"), [([9], 0), ([5, 17], 0), ([5, 17], 1), ([3, 4, 5], 1), ([2, 3, 4, 33], 2)]
)
def test_indices_of_a_dimension(host, dtype, n, shape, dim):
    x, index = elements(dtype, *shape), indices(shape[dim], n)
    expected = (x.index_select(dim, index),)
    for each in (index, index.int()):
        for last in (False, True):
            check(host, "index_select.out", [x, dim, each], expected, last)
    whole = [None] * dim
    negative = torch.where(index % 2 == 0, index, index - shape[dim])
    for each in (index, negative):
        for rest in ([], [None] * (len(shape) - dim - 1)):
            named = OptionalTensors([*whole, each, *rest])
            check(host, "index.Tensor_out", [x, named], expected)
    if dim + 1 < len(shape):
        both = [index, indices(shape[dim + 1], n)]
        expected = call("index.Tensor", x, [*whole, *both])
        check(host, "index.Tensor_out", [x, OptionalTensors([*whole, *both])], expected)


@pytest.mark.parametrize("n", [1, 16, 33, 70001])
def test_indices_that_are_out_of_range(host, n):
    """Any of the indices may be out of range; nothing is written then."""
    x = elements(torch.float32, 3, n)
    for at, wrong in itertools.product({0, n // 2, n - 1}, (-1, n, 1 << 40, -(1 << 63))):
        index = indices(n, n)
        index[at] = wrong
        row = index.expand(3, n).contiguous()
        for op, arguments in (
            ("index_select.out", [x, 1, index]),
            ("gather.out", [x, 1, row, False]),
            ("scatter.src_out", [x, 1, row, x]),
            ("scatter_add.out", [x, 1, row, x]),
        ):
            out = torch.full_like(x, 5)
            answer = host.call(f"aten::{op}", [*arguments, Out(out)])
            assert answer.error != 0
            assert answer.intact
            assert torch.equal(answer.outs[0], out)


@pytest.mark.parametrize("accumulate", [False, True])
@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float16, torch.float64, torch.int64, torch.int32, torch.uint8]
)
def test_values_put(host, dtype, accumulate):
    """Blocks of any size, at indices of adjacent and other dimensions, of values of several shapes."""
    x = elements(dtype, 5, 6, 7)
    i, j, k = indices(5, 4), indices(6, 4) - 3, indices(7, 4)
    for named, shapes in (
        ([i], ([4, 6, 7], [], [7], [4, 1, 1])),
        ([None, j], ([5, 4, 7], [1], [4, 1])),
        ([None, None, k], ([5, 6, 4], [])),
        ([i, j], ([4, 7], [], [7])),
        ([None, j, k], ([5, 4], [1])),
        ([i, j, k], ([4], [])),
        ([i, None, k], ([4, 6], [])),
        ([None, j.int()], ([5, 4, 7],)),
        ([i[:0]], ([0, 6, 7], [])),
    ):
        # Leave out repeated indices, for which PyTorch's result is undefined.
        named = [each if each is None or accumulate else each.unique() for each in named]
        count = min(each.numel() for each in named if each is not None)
        named = [each if each is None else each[:count] for each in named]
        for shape in shapes:
            values = elements(dtype, *(count if n == 4 else n for n in shape))
            # If indexed dimensions are not adjacent, the dimensions of the indices come first.
            are_apart = named[0] is not None and any(each is None for each in named)
            for last in (False,) if are_apart else (False, True):
                y = torch.stack([x, x + 1]) if last else x
                some = OptionalTensors([None, *named] if last else named)
                expected = call("index_put", y, some, values, accumulate)
                check(host, "index_put.out", [y, some, values, accumulate], expected, last)


@pytest.mark.parametrize("dtype", DTYPES[:4])
def test_values_put_where_a_mask_holds(host, dtype):
    x = elements(dtype, 6, 70)
    for mask in (x == x, x != x, elements(torch.int32, 6, 70) > 100, elements(torch.int32, 6) > 100):
        for value in (torch.tensor(3), torch.tensor([3]), elements(dtype, 1)):
            expected = x.clone()
            expected[mask] = value.to(dtype)
            check(host, "index_put.out", [x, [mask], value, False], (expected,))
    count = int((x > 100).sum()) if not dtype.is_complex else 0
    values = elements(dtype, count)
    check(host, "index_put.out", [x, [x > 100], values, False], call("index_put", x, [x > 100], values))
