"""Calls that eager PyTorch takes though the operator's definition gives them no meaning.

PyTorch's own functions check arguments before they call these operators; called directly, some read outside
tensors, or repeat what they find there. Such a call is no reference, and a kernel should refuse it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from etgen.dtypes import SETS, DType
from etgen.schema import Schema

from kernel_testing.tensors import FLOATING, INTEGERS, Tensor

_LARGE_UNSIGNED = SETS["Unsigned"]
_MOST_ROWS_IN_PAIRS = 1000


def has_meaning(schema: Schema, inputs: tuple[object, ...]) -> bool:
    """Whether the operator is defined for these arguments, as far as PyTorch does not check it itself."""
    rule = _RULES.get(schema.name.base)
    arguments = dict(zip((a.name for a in schema.arguments), inputs, strict=False))
    asks_for_nothing = not any(arguments.get("output_mask", [True]))
    return not asks_for_nothing and (rule is None or rule(arguments))


def _adaptive_pool_backward(call: dict) -> bool:
    # PyTorch writes outside an empty plane.
    grad, self = call["grad_output"], call["self"]
    return grad.shape[:-2] == self.shape[:-2] and 0 not in self.shape[-2:]


def _batch_norm(call: dict) -> bool:
    shape = call["input"].shape
    parameters = (call.get(name) for name in ("weight", "bias", "running_mean", "running_var"))
    # Without eps, equal elements are divided by what rounding has left of their variance.
    if call["eps"] <= 0:
        return False
    # PyTorch scales before it subtracts the mean: where it divides by 0, that is NaN and not an infinity.
    var = call.get("running_var")
    if var is not None and -call["eps"] in var.values:
        return False
    has_statistics = call.get("running_mean") is not None or call.get("training", False)
    return len(shape) > 1 and has_statistics and all(p is None or p.shape == shape[1:2] for p in parameters)


def _cumulative(call: dict) -> bool:
    return call["dtype"] is None or _is_number(DType(call["dtype"]))


def _distance(call: dict) -> bool:
    return not 0 < abs(call["p"]) < 0.1  # what is rounded is raised to 1 / p


def _pdist(call: dict) -> bool:
    # One result for each pair of rows: a large tensor may have more of them than memory holds.
    shape = call["self"].shape
    return len(shape) == 2 and shape[0] <= _MOST_ROWS_IN_PAIRS and _distance(call)


def _embedding_backward(call: dict) -> bool:
    # PyTorch passes over indices that no weight has, and adds up integers, which no gradients are.
    grad, indices = call["grad_output"], call["indices"]
    are_in_range = all(0 <= index < call["num_weights"] for index in indices.values)
    return grad.shape[:-1] == indices.shape and are_in_range and grad.dtype in FLOATING


def _fourier(call: dict) -> bool:
    # PyTorch's functions pass dims that count from the front.
    return call["normalization"] in (0, 1, 2) and all(dim >= 0 for dim in call["dim"])


def _grid_sampler(call: dict) -> bool:
    return call["interpolation_mode"] in (0, 1, 2) and call["padding_mode"] in (0, 1, 2)


def _grid_sampler_of_volumes(call: dict) -> bool:
    # What is too far away for an integer is cast to one all the same.
    return _grid_sampler(call) and all(abs(at) < 1e9 or at != at for at in call["grid"].values)


def _index(call: dict) -> bool:
    return any(index is not None for index in call["indices"])


def _layer_norm(call: dict) -> bool:
    # With a negative eps, what rounding leaves of the variance may decide the result.
    return 0 not in call["normalized_shape"] and call.get("eps", 0) >= 0


def _layer_norm_backward(call: dict) -> bool:
    shape, normalized = call["input"].shape, len(call["normalized_shape"])
    statistics = (*shape[: len(shape) - normalized], *[1] * normalized)
    have_statistics = call["mean"].shape == call["rstd"].shape == statistics
    return _layer_norm(call) and have_statistics and call["grad_out"].shape == shape


def _ordered(call: dict) -> bool:
    # These dtypes are not compared, which PyTorch does not notice where there is nothing to compare with.
    return call["self"].dtype not in _LARGE_UNSIGNED


def _trilinear(call: dict) -> bool:
    # PyTorch promotes, and takes dtypes that it cannot add up, where no sum is left to do; and has results of
    # its own where factors have dimensions that do not fit, or none has one.
    factors = [call[name] for name in ("i1", "i2", "i3")]
    added = [call[name] for name in ("expand1", "expand2", "expand3")]
    ranks = {len(factor.shape) + len(dims) for factor, dims in zip(factors, added, strict=True)}
    dims = range(max(ranks))
    if len(ranks) > 1 or any(d not in dims for d in (*call["sumdim"], *added[0], *added[1], *added[2])):
        return False
    sizes: list[set[int]] = [set() for _ in dims]
    for factor, own in zip(factors, added, strict=True):
        for d, size in zip([d for d in dims if d not in own], factor.shape, strict=False):
            sizes[d].add(size)
    fit = all(len(size) == 1 for size in sizes)
    return fit and len({factor.dtype for factor in factors}) == 1 and _is_number(factors[0].dtype)


def _unique(call: dict) -> bool:
    # In which order PyTorch has NaN, of which none is equal to another, is not said.
    return not call["return_inverse"] or all(value == value for value in call["self"].values)


def _mode(call: dict) -> bool:
    # PyTorch sorts as if NaN could be compared.
    return _ordered(call) and all(value == value for value in call["self"].values)


def _addmv(call: dict) -> bool:
    # Where there is no row PyTorch takes the shape of self, and any dtype.
    return _is_number(call["mat"].dtype) and (0 not in call["mat"].shape or len(call["self"].shape) == 1)


def _is_number(dtype: DType) -> bool:
    # What PyTorch computes with, where there is anything to compute.
    return dtype in FLOATING | INTEGERS - _LARGE_UNSIGNED


def _are_numbers(*tensors: Tensor) -> bool:
    return all(_is_number(tensor.dtype) for tensor in tensors)


def _median(call: dict) -> bool:
    # Of nothing PyTorch makes something in any dtype, also in those whose elements it does not compare.
    return _ordered(call) and (0 not in call["self"].shape or _is_number(call["self"].dtype))


def _pool_backward(call: dict) -> bool:
    # PyTorch follows indices without looking where they lead.
    plane = math.prod(call["self"].shape[-2:])
    return all(0 <= index < plane for index in call["indices"].values)


def _zeta(call: dict) -> bool:
    # Where terms are too small for the dtype, PyTorch multiplies them with products that are too large: NaN.
    x = call["self"]
    return all(not 30 < abs(value) < math.inf for value in (x.values if isinstance(x, Tensor) else [x]))


def _upsample_antialiased(call: dict, radius: int = 1) -> bool:
    # PyTorch repeats the first row where the result is one pixel wide, copies any dtype that has the size
    # already, and reads outside an image that the window of a pixel lies outside of.
    size, scales = call["output_size"], (call["scales_h"], call["scales_w"])
    self: Tensor = call["self"]

    def is_sensible(scale: float | None, pixels: int, width: int) -> bool:
        if scale is None:
            return True
        if not (scale > 0 and math.isfinite(scale)):
            return False
        return (pixels - 0.5) / scale - radius * max(1 / scale, 1) + 0.5 < width

    are_sensible = all(map(is_sensible, scales, size, self.shape[-2:]))
    return are_sensible and size[-1] > 1 and tuple(size) != self.shape[-2:]


def _upsample(call: dict) -> bool:
    # PyTorch takes bytes that are one pixel wide for channels last, whose other rows it then mixes up.
    image: Tensor = call["input"] if "input" in call else call["self"]
    widths = (*image.shape[-1:], *(call["output_size"] or ())[-1:])
    return image.dtype != DType.Byte or 1 not in widths


def _group_norm_backward(call: dict) -> bool:
    # PyTorch counts elements, whatever their shapes.
    weight, image = call["weight"], call["input"].shape
    have_row = weight is None or len(weight.shape) == 1
    have_statistics = call["mean"].shape == call["rstd"].shape == (call["N"], call["group"])
    return have_row and have_statistics and call["grad_out"].shape == image and len(image) > 1


_RULES: dict[str, Callable[[dict], bool]] = {
    "_adaptive_avg_pool2d_backward": _adaptive_pool_backward,
    "_cdist_forward": _distance,
    "_fft_c2c": _fourier,
    "_fft_c2r": _fourier,
    "_fft_r2c": _fourier,
    "_native_batch_norm_legit": _batch_norm,
    "_native_batch_norm_legit_no_training": _batch_norm,
    "_pdist_forward": _pdist,
    "_trilinear": _trilinear,
    "_unique2": _unique,
    "_upsample_bicubic2d_aa": lambda call: _upsample_antialiased(call, 2),
    "_upsample_bilinear2d_aa": _upsample_antialiased,
    "addmv": _addmv,
    "argmax": _ordered,
    "argmin": _ordered,
    "bucketize": lambda call: _are_numbers(call["self"], call["boundaries"]),
    "convolution_backward": lambda call: call["grad_output"].dtype in FLOATING,
    "cummax": _ordered,
    "cummin": _ordered,
    "cumprod": _cumulative,
    "cumsum": _cumulative,
    "embedding_dense_backward": _embedding_backward,
    "empty": lambda call: call["memory_format"] is None,  # PyTorch asks the out
    "grid_sampler_2d": _grid_sampler,
    "grid_sampler_3d": _grid_sampler_of_volumes,
    "index": _index,
    "index_put": _index,
    "index_put_": _index,
    "index_reduce": lambda call: _is_number(call["self"].dtype),
    "kthvalue": lambda call: _are_numbers(call["self"]),
    "max": _ordered,
    "max_pool2d_with_indices_backward": _pool_backward,
    "median": _median,
    "min": _ordered,
    "mode": _mode,
    "nanmedian": _median,
    "native_group_norm": lambda call: call["eps"] >= 0,
    "native_group_norm_backward": _group_norm_backward,
    "native_layer_norm": _layer_norm,
    "native_layer_norm_backward": _layer_norm_backward,
    "repeat_interleave": lambda call: call["output_size"] in (None, sum(call["repeats"].values)),
    "searchsorted": lambda call: _are_numbers(call["self"], call["sorted_sequence"]),
    # PyTorch gives back what is empty, whatever the other arguments make of its shape or dtype.
    "native_dropout": lambda call: 0 not in call["input"].shape,
    "pixel_shuffle": lambda call: 0 not in call["self"].shape,
    "pixel_unshuffle": lambda call: 0 not in call["self"].shape,
    "special_zeta": _zeta,
    "topk": _ordered,
    "upsample_bilinear2d": _upsample,
}
