"""The expected results of fused operators, from PyTorch's operators one after the other.

Half and BFloat16 are computed in Float. Sums of products are rounded to the dtype; what is fused with them is
rounded only at the end.
"""

import torch
from torch.nn import functional as nn

ACTIVATIONS = {
    "none": lambda x: x,
    "relu": torch.relu,
    "hardswish": nn.hardswish,
    "hardsigmoid": nn.hardsigmoid,
    "sigmoid": torch.sigmoid,
    "silu": nn.silu,
    "gelu": nn.gelu,
    "gelu_tanh": lambda x: nn.gelu(x, approximate="tanh"),
}


def _check(condition):
    if not condition:
        raise ValueError


def _wide(*tensors):
    """Tensors of one floating-point dtype, Half and BFloat16 as Float."""
    dtype = tensors[0].dtype
    _check(dtype.is_floating_point and all(x.dtype == dtype for x in tensors if x is not None))
    return [x if x is None or dtype == torch.double else x.float() for x in tensors]


def _activated(x, name, lower, upper, dtype):
    if name == "clamp":
        _check(all(limit is None or limit == limit for limit in (lower, upper)))
        limits = [torch.tensor(limit, dtype=x.dtype) for limit in (lower, upper) if limit is not None]
        x = x if lower is None else torch.maximum(x, limits[0])
        x = x if upper is None else torch.minimum(x, limits[-1])
    else:
        _check(lower is None and upper is None)
        x = ACTIVATIONS[name](x)
    return x.to(dtype)


def _plus(result, residual, dtype):
    """A sum of products, rounded, and a residual."""
    result = result.to(dtype).to(result.dtype)
    if residual is None:
        return result
    _check(residual.shape == result.shape)
    return result + residual


def add_act(self, other, *activation):
    a, b = _wide(self, other)
    return _activated(a + b, *activation, self.dtype)


def conv_bn_act(
    x, weight, bias, stride, padding, dilation, transposed, output_padding, groups, residual, *activation
):
    wide = _wide(x, weight, bias, residual)
    convolved = torch.convolution(*wide[:3], stride, padding, dilation, transposed, output_padding, groups)
    return _activated(_plus(convolved, wide[3], x.dtype), *activation, x.dtype)


def linear_act(x, weight, bias, residual, *activation):
    wide = _wide(x, weight, bias, residual)
    return _activated(_plus(nn.linear(*wide[:3]), wide[3], x.dtype), *activation, x.dtype)


def softmax_mask(self, mask, scale, dim, masked_rows_are_zero):
    x, added = _wide(self, mask)
    x = x * scale
    if added is not None:
        _check(torch.broadcast_shapes(x.shape, added.shape) == x.shape)
        x = x + added
    result = x.softmax(dim)
    if masked_rows_are_zero:
        result = torch.where((x == -torch.inf).all(dim, keepdim=True), 0, result)
    return result.to(self.dtype)
