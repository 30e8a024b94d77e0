"""Calls of reductions, norms and their gradients that PyTorch's samples do not contain."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator

import torch

_aten = torch.ops.aten

_LARGE_UNSIGNED = frozenset({torch.uint16, torch.uint32, torch.uint64})

_SHAPES = ((), (5,), (0,), (2, 3), (3, 0), (2, 3, 70), (2, 3, 4, 5))


def calls(dtype: torch.dtype) -> Iterator[tuple[str, functools.partial]]:
    """Names and calls."""
    for origin, op, *arguments in (*_reductions(dtype), *_orders(dtype), *_bags(dtype), *_norms(dtype)):
        keywords = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
        yield origin, functools.partial(op, *arguments, **keywords)
    for size in (None, 4, 5):
        repeats = torch.tensor([2, 0, 3]).to(dtype)
        yield (
            "repeat_interleave",
            functools.partial(_aten.repeat_interleave.Tensor, repeats, output_size=size),
        )


def _values(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Numbers of every sign, many of them equal; with infinities and NaN if the dtype has them."""
    values = torch.randint(-9, 9, shape)
    if not dtype.is_floating_point:
        return (values * 2**40).to(dtype) if dtype == torch.int64 else values.to(dtype)
    flat = (values.double() / 4).flatten()
    if flat.numel() > 3:
        flat[:3] = torch.tensor([math.inf, math.nan, -0.0])
    return flat.reshape(shape).to(dtype)


def _shapes(dtype: torch.dtype) -> tuple[tuple[int, ...], ...]:
    # PyTorch accepts some dtypes only if there is nothing to compute.
    return _SHAPES if dtype not in _LARGE_UNSIGNED else ((2, 3, 70),)


def _reductions(dtype: torch.dtype) -> Iterator[tuple]:
    for shape in _shapes(dtype):
        x = _values(shape, dtype)
        for op in (_aten.sum, _aten.prod, _aten.mean, _aten.any, _aten.max, _aten.min):
            yield "reduction of all", op.default, x
        # For no integers, PyTorch's median is NaN cast to an integer.
        if dtype.is_floating_point or (x.numel() > 0 and dtype != torch.bool):
            yield "reduction of all", _aten.median.default, x
        for dim in range(-1, max(1, len(shape) - 1)):
            keepdim = dim < 0
            yield "any", _aten.any.dims, x, [dim], keepdim
            for op in (_aten.argmax, _aten.argmin):
                yield "argmax", op.default, x, dim, keepdim
            for op in (_aten.max, _aten.min):
                yield "max", op.dim, x, dim, keepdim
            yield "prod", _aten.prod.dim_int, x, dim, keepdim
            yield "sum", _aten.sum.dim_IntList, x, [dim], keepdim
            yield "amax", _aten.amax.default, x, [dim], keepdim
            for op in (_aten.cumsum, _aten.cumprod):
                yield "cumsum", op.default, x, dim
            for op in (_aten.median, _aten.nanmedian):
                yield "median", op.dim, x, dim, keepdim
            for k in {1, x.shape[dim] if shape else 1} if dtype != torch.bool else ():
                yield "kthvalue", _aten.kthvalue.default, x, k, dim, keepdim
            yield "var", _aten.var.dim, x, [dim], x.numel() > 1, keepdim
        if x.numel() > 1:
            # The values are far from zero, so that a variance computed in one pass would lose all digits.
            far = (torch.rand(shape) + 1000).to(dtype)
            yield "var", _aten.var.dim, far, None
            yield "var", _aten.var_mean.correction, far, None
            yield "cumsum", _aten.cumsum.default, far, 0
    # Sums and products that overflow and wrap around.
    large = torch.full((9,), 2**62 if dtype == torch.int64 else 100).to(dtype)
    for op in (_aten.sum, _aten.prod, _aten.cumsum, _aten.cumprod):
        yield "wraps around", op.default, large, *([0] if op in (_aten.cumsum, _aten.cumprod) else [])


def _orders(dtype: torch.dtype) -> Iterator[tuple]:
    for shape in _shapes(dtype):
        x = _values(shape, dtype)
        yield "nonzero", _aten.nonzero.default, x
        yield "masked_select", _aten.masked_select.default, x, torch.rand(shape) < 0.5
        yield "masked_select", _aten.masked_select.default, x, torch.rand((2, *shape)) < 0.5
        for dim, descending in itertools.product(range(-1, max(1, len(shape) - 1)), (False, True)):
            yield "sort", _aten.sort.default, x, dim, descending
            yield "sort", _aten.sort.stable, x, {"stable": True, "dim": dim, "descending": descending}
            size = x.shape[dim] if shape else 1
            for k in {0, size // 2, size}:
                yield "topk", _aten.topk.default, x, k, dim, descending, k % 2 == 0
        if dtype != torch.bool and dtype not in _LARGE_UNSIGNED:
            places = {"right": len(shape) % 2 == 0, "out_int32": x.numel() > 5}
            yield "bucketize", _aten.bucketize.Tensor, x, x.flatten()[:9].sort()[0], places
            if shape:
                yield "searchsorted", _aten.searchsorted.Tensor, x.sort()[0], x, places
                yield "searchsorted", _aten.searchsorted.Tensor, x, x, {"sorter": x.argsort()}
    large = torch.randint(0, 100, (3000,)).to(dtype)
    yield "sort", _aten.sort.stable, large, {"stable": True}
    yield "topk", _aten.topk.default, large, 40
    for include_self, reduce in itertools.product((False, True), ("sum", "prod", "mean", "amax", "amin")):
        for shape, dim, index_dtype in (
            ((3,), 0, torch.int32),
            ((70, 4), 0, torch.int64),
            ((3, 200), 1, torch.int64),
        ):
            self, src = _values(shape, dtype), _values((3, 4)[: len(shape)], dtype)
            index = torch.randint(0, shape[dim], src.shape).to(index_dtype)
            keywords = {"include_self": include_self}
            yield "scatter_reduce", _aten.scatter_reduce.two, self, dim, index, src, reduce, keywords
        index = torch.randint(0, 3, (300,))
        arguments = (index, _values((300,), dtype), reduce, {"include_self": include_self})
        yield "scatter_reduce", _aten.scatter_reduce.two, self[0, :4], 0, *arguments


def _bags(dtype: torch.dtype) -> Iterator[tuple]:
    weight = torch.randn(7, 70).to(dtype)
    for index_dtype in (torch.int32, torch.int64):
        indices = torch.tensor([1, 0, 6, 6, 2, 1, 1]).to(index_dtype)
        for function in (_aten._embedding_bag.default, _aten._embedding_bag_forward_only.default):
            bag = ("embedding_bag", function, weight)
            for mode, last, padding in itertools.product((0, 1, 2), (False, True), (-1, 1)):
                for starts in ([0, 2, 2, 7], [0, 5, 7], *([] if last else [[0]])):
                    offsets = torch.tensor(starts).to(index_dtype)
                    yield *bag, indices, offsets, False, mode, False, None, last, padding
                offsets = torch.tensor([0, 0]).to(index_dtype)
                yield *bag, indices[:0], offsets, False, mode, False, None, last, padding
            yield *bag, indices[:0], indices[:0]
            factors = torch.rand(7).to(dtype)
            offsets = torch.tensor([0, 2]).to(index_dtype)
            yield *bag, indices, offsets, False, 0, False, factors
        if dtype.is_floating_point:
            for padding, by_frequency in itertools.product((-1, 1), (False, True)):
                backward = _aten.embedding_dense_backward.default
                gradient = torch.randn(7, 70).to(dtype)
                yield "embedding backward", backward, gradient, indices, 8, padding, by_frequency
                square = (gradient[:6].reshape(2, 3, 70), indices[:6].reshape(2, 3), 7, padding, by_frequency)
                yield "embedding backward", backward, *square
                yield "embedding backward", backward, gradient[0], indices[0], 7, padding, by_frequency


def _norms(dtype: torch.dtype) -> Iterator[tuple]:
    if not dtype.is_floating_point:
        return
    parameters = {dtype, torch.float32} if dtype in (torch.half, torch.bfloat16) else {dtype}
    masks = ([True, True, True], [True, False, False], [True, True, False], [True, False, True])
    for own, shape in itertools.product(
        parameters, ((2, 6), (2, 6, 5), (3, 6, 4, 20), (1, 6, 2, 3, 2), (0, 6, 2))
    ):
        x, dy = torch.randn(shape).to(dtype), torch.randn(shape).to(dtype)
        weight, bias = torch.randn(6).to(own), torch.randn(6).to(own)
        space = math.prod(shape[2:])
        for group in (1, 2, 6):
            sizes = (shape[0], 6, space, group)
            for affine in ((weight, bias), (weight, None), (None, bias), (None, None)):
                yield "group_norm", _aten.native_group_norm.default, x, *affine, *sizes, 1e-5
            mean, rstd = torch.randn(shape[0], group).to(own), torch.rand(shape[0], group).to(own)
            backward = _aten.native_group_norm_backward.default
            for mask in masks:
                yield "group_norm backward", backward, dy, x, mean, rstd, weight, *sizes, mask
            statistics = (mean.to(dtype), rstd.to(dtype))
            yield "group_norm backward", backward, dy, x, *statistics, None, *sizes, masks[1]
        for affine in ((weight, bias), (None, None)):
            x = x + 3  # so that the running mean does not cancel
            yield "batch_norm", _aten._native_batch_norm_legit.no_stats, x, *affine, True, 0.1, 1e-5
            for training in (False, True):
                running = (torch.rand(6).to(own), torch.rand(6).to(own))
                arguments = (x, *affine, *running, training, 0.3, 1e-3)
                yield "batch_norm", _aten._native_batch_norm_legit.default, *arguments
        for normalized in range(1, len(shape)):
            row = shape[-normalized:]
            outer = (*shape[:-normalized], *([1] * normalized))
            affine = torch.randn(row).to(own), torch.randn(row).to(own)
            statistics = torch.randn(outer).to(own), torch.rand(outer).to(own)
            backward = _aten.native_layer_norm_backward.default
            for mask in masks:
                yield "layer_norm backward", backward, dy, x, list(row), *statistics, *affine, mask
            plain = (statistics[0].to(dtype), statistics[1].to(dtype), None, None, masks[1])
            yield "layer_norm backward", backward, dy, x, list(row), *plain
    if dtype in (torch.float32, torch.float64):
        for p in (0.0, 0.5, 1.0, 2.0, 3.0, math.inf):
            for size in (0, 3, 70):
                a, b = torch.randn(2, 1, 3, size).to(dtype), torch.randn(4, 5, size).to(dtype)
                b[0, 0, : min(1, size)] = math.nan
                a[0, 0, 0, : min(1, size)] = math.inf
                for mode in (None, 2):
                    yield "cdist", _aten._cdist_forward.default, a, b, p, mode
                yield "pdist", _aten._pdist_forward.default, b[0], p
