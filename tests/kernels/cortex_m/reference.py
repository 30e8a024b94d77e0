"""The expected results of int8 operators for microcontrollers, from the Python operators of the exporter.

Each reference accepts only the arguments that its operator is meant for. Others that the exporter's operator
accepts by chance, such as other dtypes, are refused here.
"""

import functools

import executorch.backends.cortex_m.passes  # noqa: F401 - comes before operators, which imports it
import torch
from etgen.dtypes import DType
from executorch.backends.cortex_m.ops import operators
from kernel_testing.host import TORCH_DTYPES

_INT32 = torch.iinfo(torch.int32)


def _check(condition):
    if not condition:
        raise ValueError


def _check_int8(*tensors):
    _check(all(x.dtype == torch.int8 for x in tensors))


def _check_int32(*numbers):
    _check(all(_INT32.min <= x <= _INT32.max for x in numbers))


def _check_requantization(multiplier, shift):
    _check_int32(multiplier)
    _check(-63 <= shift <= 31)


def _check_activation(low, high):
    _check(-128 <= low <= 127 and -128 <= high <= 127)


def _quantized(function, tensor, scale, zero_point, quant_min, quant_max, dtype):
    dtype = TORCH_DTYPES[DType(dtype)]
    _check(dtype in (torch.int8, torch.int16) and scale != 0)
    _check_int32(zero_point)
    return function(tensor, scale, zero_point, quant_min, quant_max, dtype)


def quantize_per_tensor(x, *arguments):
    _check(x.dtype == torch.float32)
    result = _quantized(operators.quantize_per_tensor_impl, x, *arguments)
    return torch.where(x.isnan(), 0, result).to(result.dtype)  # a conversion of NaN to integers is undefined


def dequantize_per_tensor(*arguments):
    return _quantized(operators.dequantize_per_tensor_impl, *arguments)


def _joined(self, other):
    """Both tensors in the dim order that the exporter broadcasts in."""
    _check_int8(self, other)
    if self.shape == other.shape:
        return self, other
    _check(self.dim() == 4 and any(x.shape == (1, x.shape[1], 1, 1) for x in (self, other)))
    return (x.to(memory_format=torch.channels_last) for x in (self, other))


def quantized_add(self, a_zero, a_multiplier, a_shift, other, b_zero, b_multiplier, b_shift, *result):
    zero_point, multiplier, shift, low, high = result
    for requantization in ((a_multiplier, a_shift), (b_multiplier, b_shift), (multiplier, shift)):
        _check_requantization(*requantization)
    _check_int32(a_zero, b_zero, zero_point)
    _check_activation(low, high)
    a, b = _joined(self, other)
    of_b = (b, b_zero, b_multiplier, b_shift)
    return operators.quantized_add_impl(a, a_zero, a_multiplier, a_shift, *of_b, *result)


def quantized_mul(self, self_zero_point, other, other_zero_point, zero_point, multiplier, shift):
    _check_int32(self_zero_point, other_zero_point, zero_point)
    _check_requantization(multiplier, shift)
    a, b = _joined(self, other)
    result = (zero_point, multiplier, shift)
    return operators.quantized_mul_impl(a, self_zero_point, b, other_zero_point, *result)


def quantized_div(self, self_zero_point, other, other_zero_point, zero_point, scale):
    _check(self.dtype == other.dtype)
    return operators.quantized_div_impl(self, self_zero_point, other, other_zero_point, zero_point, scale)


def quantized_activation(x, lut):
    _check_int8(x, lut)
    _check(lut.shape == (256,))
    return operators.quantized_activation_impl(x, lut)


def quantized_batch_matmul(lhs, lhs_zero, rhs, rhs_zero, zero_point, multiplier, shift, scratch):
    _check_int8(lhs, rhs)
    _check(scratch.dtype == torch.uint8 and lhs.dim() == rhs.dim() == 3)
    _check_int32(lhs_zero, rhs_zero, zero_point)
    _check_requantization(multiplier, shift)
    result = (zero_point, multiplier, shift, scratch)
    return operators.quantized_batch_matmul_impl(lhs, lhs_zero, rhs, rhs_zero, *result)


def minimum(self, other):
    return operators.minimum_impl(self, other)


def maximum(self, other):
    return operators.maximum_impl(self, other)


def quantized_linear(x, weights, bias, kernel_sum, *arguments):
    input_offset, filter_offset, output_offset, multipliers, shifts, high, low = arguments
    _check_int8(x, weights)
    for sums in (bias, kernel_sum):
        _check(sums is None or (sums.dtype == torch.int32 and sums.shape[-1] == len(weights)))
        _check(sums is None or sums.dim() == 1 or (sums.dim() == 2 and len(sums) == 1))
    _check_int32(input_offset, filter_offset, output_offset)
    _check_requantization(multipliers[0], shifts[0])
    _check_activation(low, high)
    return operators.quantized_linear_impl(x, weights, bias, kernel_sum, *arguments)


def softmax(x, dim, input_zero_point, output_zero_point, multiplier, shift, diff_min):
    _check_int32(input_zero_point, multiplier)
    return operators.softmax_impl(x, dim, input_zero_point, output_zero_point, multiplier, shift, diff_min)


def transpose(x, perm):
    return operators.transpose_impl(x, perm)


def pad(x, pre_pad, post_pad, pad_value):
    _check(x.dim() <= 4 and len(pre_pad) == len(post_pad) == 4)
    return operators.pad_impl(x, pre_pad, post_pad, pad_value)


def _check_convolution(channels, tensors, parameters, offsets, activation):
    (x, weight, bias, multipliers, shifts, *scratch) = tensors
    _check_int8(x, weight)
    _check(all(size > 0 for size in x.shape[1:]) and all(len(of_both) == 2 for of_both in parameters))
    _check(all(of.dtype == torch.uint8 for of in scratch))
    for numbers in (multipliers, shifts, *([] if bias is None else [bias])):
        _check(numbers.dtype == torch.int32 and numbers.shape == (weight.shape[channels],))
    for multiplier, shift in zip(multipliers.tolist(), shifts.tolist(), strict=True):
        _check_requantization(multiplier, shift)
    _check_int32(*offsets)
    _check_activation(*activation)


def _spread(weight, dilation):
    down, across = dilation
    (channels, height, width, depth) = weight.shape
    _check(height > 0 and width > 0)
    spread = weight.new_zeros(channels, (height - 1) * down + 1, (width - 1) * across + 1, depth)
    spread[:, ::down, ::across] = weight
    return spread


def _convolution(name, x, weight, bias, *arguments):
    stride, padding, dilation, *offsets, multipliers, shifts, low, high, scratch = arguments
    depthwise = "depthwise" in name
    tensors = (x, weight, bias, multipliers, shifts, scratch)
    channels = 3 if depthwise else 0
    _check_convolution(channels, tensors, (stride, padding, dilation), offsets[-2:], (low, high))
    _check(not depthwise or offsets[0] * x.shape[3 if "nhwc" in name else 1] == weight.shape[3])
    # PyTorch has no dilated convolution of integers: zeros between the weights have the same effect.
    weight, arguments = _spread(weight, dilation), (stride, padding, [1, 1], *arguments[3:])
    return _called(name, x, weight, bias, *arguments)


def _transposed(name, x, weight, bias, *arguments):
    stride, padding, more, dilation, *offsets, multipliers, shifts, low, high, scratch, room = arguments
    tensors = (x, weight, bias, multipliers, shifts, scratch, room)
    _check_convolution(0, tensors, (stride, padding, more, dilation), offsets, (low, high))
    return _called(name, x, weight, bias, *arguments)


def _mean_pool(name, x, kernel_size, stride, padding, ceil_mode, zero_point, multiplier, shift, scratch):
    _check_int8(x)
    _check(x.dim() == 4 and scratch.dtype == torch.uint8 and multiplier > 0)
    _check_int32(zero_point, multiplier)
    return _called(name, x, kernel_size, stride, padding, ceil_mode, zero_point, multiplier, shift, scratch)


def _max_pool(name, x, *arguments):
    _check_int8(x)
    _check_activation(*arguments[-2:])
    return _called(name, x, *arguments)


def _called(name, *arguments):
    return getattr(operators, f"{name}_impl")(*arguments)


for _name, _function in (
    ("quantized_conv2d", _convolution),
    ("quantized_depthwise_conv2d", _convolution),
    ("quantized_transpose_conv2d", _transposed),
    ("quantized_avg_pool2d", _mean_pool),
    ("quantized_max_pool2d", _max_pool),
):
    for _layout in ("", "_nhwc"):
        globals()[_name + _layout] = functools.partial(_function, _name + _layout)
