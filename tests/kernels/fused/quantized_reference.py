"""The expected results of the quantized operators of kernels/fused: those of the package that exports."""

import sys

import torch
from conftest import ROOT

sys.path.append(str(ROOT / "tools/package"))
from rules_executorch.passes import quantized_operators as operators


def _check(condition):
    if not condition:
        raise ValueError


def _check_range(zero_point, low, high):
    _check(all(-128 <= value <= 127 for value in (zero_point, low, high)) and low <= high)


def _check_channels(weight, bias, multipliers, depth):
    _check(bias.dtype == torch.int32 and multipliers.dtype == torch.float32 and weight.dtype == torch.int8)
    _check(bias.dim() == 1 and bias.shape == multipliers.shape and bias.numel() > 0 and depth > 0)
    _check(tuple(weight.shape) == (-(-len(bias) // 16), -(-depth // 4), 16, 4))
    _check(bool(multipliers.isfinite().all()))


def quantized_conv_act(x, zero_point, weight, bias, multipliers, *parameters):
    kernel, stride, padding, dilation, groups, *out = parameters
    lists = [list(each) * 2 if len(each) == 1 else list(each) for each in (kernel, stride, padding, dilation)]
    _check(x.dtype == torch.int8 and x.dim() == 4 and -128 <= zero_point <= 127)
    _check(all(len(each) == 2 for each in lists))
    kernel, stride, padding, dilation = lists
    _check(min(*kernel, *stride, *dilation) > 0 and min(padding) >= 0)
    _check_range(*out)
    if groups > 1:
        _check(groups == x.shape[1] == len(bias))
        depth = kernel[1] * -(-kernel[0] // 4) * 4
    else:
        _check(groups == 1)
        depth = kernel[0] * kernel[1] * x.shape[1]
    _check_channels(weight, bias, multipliers, depth)
    result = operators.quantized_conv_act(
        x, zero_point, weight, bias, multipliers, kernel, stride, padding, dilation, groups, *out
    )
    return result.contiguous()


def quantized_linear_act(x, weight, bias, multipliers, *out):
    _check(x.dtype == torch.int8 and x.dim() > 0)
    _check_range(*out)
    _check_channels(weight, bias, multipliers, x.shape[-1])
    return operators.quantized_linear_act(x, weight, bias, multipliers, *out)


def quantized_add_act(a, a_zero, a_by, b, b_zero, b_by, shift, *out):
    _check(a.dtype == b.dtype == torch.int8 and a.shape == b.shape)
    _check(all(-128 <= value <= 127 for value in (a_zero, b_zero)))
    _check(all(0 <= value < 1 << 15 for value in (a_by, b_by)) and 0 <= shift < 64)
    _check_range(*out)
    return operators.quantized_add_act(a, a_zero, a_by, b, b_zero, b_by, shift, *out)
