"""Calls that eager PyTorch accepts although they are undefined for the operator.

PyTorch's own functions check arguments before they call these operators. If the operators are called
directly, some of them read outside tensors, and may return what they read. Such a call cannot serve as a
reference, and a kernel should refuse it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from etgen.dtypes import SETS, DType
from etgen.schema import Schema

from kernel_testing.tensors import FLOATING, INTEGERS, Tensor, decode, encode

_LARGE_UNSIGNED = SETS["Unsigned"]
_MOST_ROWS_IN_PAIRS = 1000
_MOST_DEGREE = 12

# Powers of two from these on overflow.
_EXPONENTS = {DType.Half: 16, DType.BFloat16: 128, DType.Float: 128, DType.Double: 1024}


def has_meaning(schema: Schema, inputs: tuple[object, ...]) -> bool:
    """Whether the operator is defined for these arguments, in cases that PyTorch does not check itself."""
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
    # Without eps, equal elements are divided by the rounding error of their variance.
    if call["eps"] <= 0:
        return False
    # PyTorch scales before it subtracts the mean: dividing by 0 then gives NaN instead of an infinity.
    var = call.get("running_var")
    if var is not None and -call["eps"] in var.values:
        return False
    has_statistics = call.get("running_mean") is not None or call.get("training", False)
    return len(shape) > 1 and has_statistics and all(p is None or p.shape == shape[1:2] for p in parameters)


def _convolution_backward(call: dict) -> bool:
    # PyTorch does not check that a convolution gives such a grad_output for the gradient of the bias alone,
    # and oneDNN only checks that a transposed one gives some input for it.
    grad, image, weight = (call[name].shape for name in ("grad_output", "input", "weight"))
    names = ("stride", "padding", "dilation", "output_padding")
    parameters = (call[name] * (1 if len(call[name]) > 1 else len(image) - 2) for name in names)
    each = list(zip(image[2:], weight[2:], *parameters, strict=False))
    if call["transposed"]:
        channels = math.prod(weight[1:2]) * call["groups"]
        sizes = [(n - 1) * s - 2 * p + d * (k - 1) + e + 1 for n, k, s, p, d, e in each]
        is_padded = all(e < max(s, d) for _, _, s, _, d, e in each)
    else:
        channels = math.prod(weight[:1])
        sizes = [(n + 2 * p - d * (k - 1) - 1) // max(s, 1) + 1 for n, k, s, p, d, _ in each]
        is_padded = not any(call["output_padding"])
    return is_padded and grad == (*image[:1], channels, *sizes) and call["grad_output"].dtype in FLOATING


def _cumulative(call: dict) -> bool:
    return call["dtype"] is None or _is_number(DType(call["dtype"]))


# The result of distances has an element for each pair of rows: for large tensors, it may not fit in memory.


def _distance(call: dict) -> bool:
    return not 0 < abs(call["p"]) < 0.1  # a rounded value is raised to 1 / p


def _cdist(call: dict) -> bool:
    pairs = math.prod(call[name].shape[-2] for name in ("x1", "x2") if len(call[name].shape) > 1)
    return pairs <= _MOST_ROWS_IN_PAIRS**2 and _distance(call)


def _pdist(call: dict) -> bool:
    shape = call["self"].shape
    return len(shape) == 2 and shape[0] <= _MOST_ROWS_IN_PAIRS and _distance(call)


def _embedding_backward(call: dict) -> bool:
    # PyTorch ignores indices that are outside the weight, and adds up integers, which are not gradients.
    grad, indices = call["grad_output"], call["indices"]
    are_in_range = all(0 <= index < call["num_weights"] for index in indices.values)
    return grad.shape[:-1] == indices.shape and are_in_range and grad.dtype in FLOATING


def _embedding_bag(call: dict) -> bool:
    # PyTorch promotes the dtypes of indices and offsets, so that it accepts small integers next to Long.
    return all(call[name].dtype in (DType.Int, DType.Long) for name in ("indices", "offsets"))


def _fake_quantize_channels(call: dict) -> bool:
    # PyTorch casts infinities to integers. It may add a zero point of Float to the product with 1 / scale
    # without rounding the product, so that next to a tie, the sum is rounded to one or the other integer.
    self, scales, axis, zeros = call["self"], call["scale"].values, call["axis"], call["zero_point"]
    if not all(map(math.isfinite, self.values)):
        return False
    if zeros.dtype is not DType.Float or not 0 <= axis < len(self.shape):
        return True
    inverse = decode(DType.Float, encode(DType.Float, [1 / s if s else 0.0 for s in scales]))
    channels = list(zip(inverse, zeros.values, strict=False))
    inner = math.prod(self.shape[axis + 1 :])
    each = ((value, *channels[i // inner % len(channels)]) for i, value in enumerate(self.values) if channels)
    return not any(_is_next_to_tie(value * factor, zero) for value, factor, zero in each)


def _is_next_to_tie(product: float, addend: float) -> bool:
    total = product + addend
    if not math.isfinite(total):
        return False
    distance = abs(total - math.floor(total) - 0.5)
    return 0 < distance <= (abs(product) + abs(total)) * 2**-23


def _fourier(call: dict) -> bool:
    # PyTorch's functions pass nonnegative dims.
    return call["normalization"] in (0, 1, 2) and all(dim >= 0 for dim in call["dim"])


def _grid_sampler(call: dict) -> bool:
    return call["interpolation_mode"] in (0, 1, 2) and call["padding_mode"] in (0, 1, 2)


def _grid_sampler_of_volumes(call: dict) -> bool:
    # PyTorch also casts values that are too large for an integer.
    return _grid_sampler(call) and all(abs(at) < 1e9 or at != at for at in call["grid"].values)


def _index(call: dict) -> bool:
    return any(index is not None for index in call["indices"])


def _layer_norm(call: dict) -> bool:
    # Without eps, nearly equal elements are divided by a distance that is mostly rounding error.
    return 0 not in call["normalized_shape"] and call.get("eps", 1) > 0


def _layer_norm_backward(call: dict) -> bool:
    shape, normalized = call["input"].shape, len(call["normalized_shape"])
    statistics = (*shape[: len(shape) - normalized], *[1] * normalized)
    have_statistics = call["mean"].shape == call["rstd"].shape == statistics
    return _layer_norm(call) and have_statistics and call["grad_out"].shape == shape


def _ordered(call: dict) -> bool:
    # PyTorch does not compare these dtypes, but accepts them if there is nothing to compare.
    return call["self"].dtype not in _LARGE_UNSIGNED


def _trilinear(call: dict) -> bool:
    # If no sum is computed, PyTorch promotes dtypes and accepts dtypes that it cannot add. It has its own
    # results if the dimensions of factors do not match, or if no factor has a dimension.
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
    # The order of NaNs in PyTorch's result is undefined, as no NaN equals another.
    return not call["return_inverse"] or all(value == value for value in call["self"].values)


def _mode(call: dict) -> bool:
    # PyTorch sorts with comparisons that are inconsistent for NaN.
    return _ordered(call) and all(value == value for value in call["self"].values)


def _addmv(call: dict) -> bool:
    # If the matrix is empty, PyTorch returns the shape of self and accepts any dtype.
    mat: Tensor = call["mat"]
    return _is_number(mat.dtype) and (0 not in mat.shape or call["self"].shape == mat.shape[:1])


def _is_number(dtype: DType) -> bool:
    # The dtypes that PyTorch supports if there are elements to compute.
    return dtype in FLOATING | INTEGERS - _LARGE_UNSIGNED


def _are_numbers(*tensors: Tensor) -> bool:
    return all(_is_number(tensor.dtype) for tensor in tensors)


def _median(call: dict) -> bool:
    # For empty tensors, PyTorch accepts all dtypes, including dtypes whose elements it does not compare.
    return _ordered(call) and (0 not in call["self"].shape or _is_number(call["self"].dtype))


def _pool_backward(call: dict) -> bool:
    # PyTorch does not check the range of indices.
    plane = math.prod(call["self"].shape[-2:])
    return all(0 <= index < plane for index in call["indices"].values)


def _polynomial(call: dict) -> bool:
    # PyTorch returns a variable that it has not set if x is NaN. The rounding errors of its recurrences grow
    # with the degree, and depend on whether the processor fuses multiplications and additions.
    x, degrees = (value.values if isinstance(value, Tensor) else [value] for value in (call["x"], call["n"]))
    return all(value == value for value in x) and not any(degree > _MOST_DEGREE for degree in degrees)


def _bessel(call: dict) -> bool:
    # From 5 on, PyTorch is off by up to 7.5e-7, which is more than the tolerance of Double. It rounds large
    # integers to Float first, so that their phase is lost.
    x = call["self"]
    most = 5 if x.dtype == DType.Double else 2**24
    return not any(most <= abs(value) < math.inf for value in x.values)


def _product(call: dict) -> bool:
    # A product that overflows before it reaches a zero is NaN, and PyTorch multiplies in an order of its own.
    self: Tensor = call["self"]
    result = self.dtype if call["dtype"] is None else DType(call["dtype"])
    if result not in FLOATING or 0 not in self.values:
        return True
    largest = math.prod(abs(value) for value in self.values if abs(value) > 1)
    return largest < 2 ** _EXPONENTS[result]


def _zeta(call: dict) -> bool:
    # If terms underflow in the dtype, PyTorch multiplies them by products that overflow, which gives NaN.
    x = call["self"]
    return all(not 30 < abs(value) < math.inf for value in (x.values if isinstance(x, Tensor) else [x]))


def _upsample_antialiased(call: dict, radius: int = 1) -> bool:
    # If the result is one pixel wide, PyTorch repeats the first row. If the image has the size already,
    # PyTorch copies any dtype. It reads outside an image if the window of a pixel lies outside.
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


def _upsample_nearest(call: dict) -> bool:
    # If the out is once or twice as large, but another scale is given, the dim order may decide the result.
    image: Tensor = call["input"] if "input" in call else call["self"]
    scales = call.get("scale_factors") or [call.get("scales_h"), call.get("scales_w")]
    plane = image.shape[-2:]
    sizes = call["output_size"] or [int(n * (scale or 1)) for n, scale in zip(plane, scales, strict=False)]
    each = zip(plane, sizes, scales, strict=False)
    keeps = all(scale is None or out not in (n, 2 * n) or scale * n == out for n, out, scale in each)
    return keeps or sum(sizes) <= 128 or len(image.shape) != 4 or image.shape[1] <= 3


def _upsample(call: dict) -> bool:
    # PyTorch treats bytes that are one pixel wide as channels-last, and then mixes up their rows.
    image: Tensor = call["input"] if "input" in call else call["self"]
    width, scale = image.shape[-1:], (call.get("scale_factors") or ())[-1:]
    scaled = [int(n * factor) for n, factor in zip(width, scale, strict=False) if math.isfinite(factor)]
    return image.dtype != DType.Byte or 1 not in (*width, *(call["output_size"] or ())[-1:], *scaled)


# Of the tensors of a group norm, PyTorch only compares the numbers of elements, not the shapes.


def _group_norm(call: dict) -> bool:
    return call["eps"] > 0 and call["input"].shape[:2] == (call["N"], call["C"])


def _group_norm_backward(call: dict) -> bool:
    weight, image = call["weight"], call["input"].shape
    have_row = weight is None or len(weight.shape) == 1
    have_statistics = call["mean"].shape == call["rstd"].shape == (call["N"], call["group"])
    return have_row and have_statistics and call["grad_out"].shape == image and len(image) > 1


_POLYNOMIALS = (
    *(f"special_{kind}" for kind in ("hermite_polynomial_h", "hermite_polynomial_he")),
    *(f"special_{kind}" for kind in ("laguerre_polynomial_l", "legendre_polynomial_p")),
    *(f"special_chebyshev_polynomial_{kind}" for kind in "tuvw"),
    *(f"special_shifted_chebyshev_polynomial_{kind}" for kind in "tuvw"),
)

_RULES: dict[str, Callable[[dict], bool]] = {
    **dict.fromkeys(_POLYNOMIALS, _polynomial),
    "_adaptive_avg_pool2d_backward": _adaptive_pool_backward,
    "_cdist_forward": _cdist,
    "_embedding_bag": _embedding_bag,
    "_embedding_bag_forward_only": _embedding_bag,
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
    "convolution_backward": _convolution_backward,
    "cummax": _ordered,
    "cummin": _ordered,
    "cumprod": _cumulative,
    "cumsum": _cumulative,
    "embedding_dense_backward": _embedding_backward,
    "empty": lambda call: call["memory_format"] is None,  # else taken from the out
    "fake_quantize_per_channel_affine_cachemask": _fake_quantize_channels,
    # PyTorch returns a frequency of a transform of no elements, or fewer.
    "fft_fftfreq": lambda call: call["n"] > 0,
    "fft_rfftfreq": lambda call: call["n"] > 0,
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
    "native_group_norm": _group_norm,
    "native_group_norm_backward": _group_norm_backward,
    "native_layer_norm": _layer_norm,
    "native_layer_norm_backward": _layer_norm_backward,
    "prod": _product,
    "repeat_interleave": lambda call: call["output_size"] in (None, sum(call["repeats"].values)),
    "searchsorted": lambda call: _are_numbers(call["self"], call["sorted_sequence"]),
    # PyTorch returns an empty input, even if other arguments change its shape or dtype.
    "native_dropout": lambda call: 0 not in call["input"].shape,
    "pixel_shuffle": lambda call: 0 not in call["self"].shape,
    "pixel_unshuffle": lambda call: 0 not in call["self"].shape,
    # Below, PyTorch is off by more than the tolerance.
    "special_airy_ai": lambda call: all(value > -2 for value in call["x"].values),
    **dict.fromkeys((f"special_bessel_{kind}" for kind in ("j0", "j1", "y0", "y1")), _bessel),
    "special_zeta": _zeta,
    "topk": _ordered,
    "upsample_bilinear2d": _upsample,
    "upsample_nearest2d": _upsample_nearest,
}
