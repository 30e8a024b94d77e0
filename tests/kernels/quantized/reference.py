"""The expected results of quantized operators, from the PyTorch operators that models are exported with.

PyTorch lacks the embeddings, which are rows of a dequantized table, and `mixed_mm` and `mixed_linear`, which
are products with a dequantized matrix. ExecuTorch's own package has embeddings, but also registers other
operators.
"""

import torch
from etgen.dtypes import DType
from kernel_testing.host import TORCH_DTYPES
from torch.ao.quantization.fx import _decomposed  # noqa: F401 - defines the operators

_OPS = torch.ops.quantized_decomposed


def _dtype(number):
    return None if number is None else TORCH_DTYPES[DType(number)]


def _zero_where_nan(result, x):
    # A conversion of NaN to integers is undefined.
    return torch.where(x.isnan(), 0, result).to(result.dtype)


def quantize_per_tensor_out(x, *arguments):
    return _zero_where_nan(_OPS.quantize_per_tensor(x, *arguments[:-1], _dtype(arguments[-1])), x)


def quantize_per_tensor_Tensor_out(x, *arguments):  # noqa: N802 - the overload
    return _zero_where_nan(_OPS.quantize_per_tensor.tensor(x, *arguments[:-1], _dtype(arguments[-1])), x)


def quantize_per_channel(x, *arguments):
    return _zero_where_nan(_OPS.quantize_per_channel(x, *arguments[:-1], _dtype(arguments[-1])), x)


def quantize_per_token(x, *arguments):
    return _zero_where_nan(_OPS.quantize_per_token(x, *arguments[:-1], _dtype(arguments[-1])), x)


def dequantize_per_tensor_out(*arguments):
    *others, dtype, out_dtype = arguments
    return _OPS.dequantize_per_tensor(*others, _dtype(dtype), out_dtype=_dtype(out_dtype))


def dequantize_per_tensor_Tensor_out(*arguments):  # noqa: N802 - the overload
    *others, dtype, out_dtype = arguments
    return _OPS.dequantize_per_tensor.tensor(*others, _dtype(dtype), out_dtype=_dtype(out_dtype))


def dequantize_per_channel(x, *arguments):
    *others, dtype, out_dtype = arguments
    if x.dtype == _dtype(dtype) == torch.uint16:
        x, dtype = x.int(), DType.Int  # PyTorch cannot subtract Long from UInt16
    return _OPS.dequantize_per_channel(x, *others, _dtype(dtype), out_dtype=_dtype(out_dtype))


def dequantize_per_token(*arguments):
    *others, dtype, out_dtype = arguments
    return _OPS.dequantize_per_token(*others, _dtype(dtype), _dtype(out_dtype))


def choose_qparams(x, quant_min, quant_max, eps, dtype):
    if not x.isfinite().all():
        raise ValueError("there is no scale for what is not finite")
    return _OPS.choose_qparams.tensor(x, quant_min, quant_max, eps, _dtype(dtype))


def choose_qparams_per_token_asymmetric(x, dtype):
    return _OPS.choose_qparams_per_token_asymmetric(x, _dtype(dtype))


def _embedding(bits, weight, scales, zero_points, quant_min, quant_max, indices, dtype):
    ends = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    if scales.dim() not in (1, 2) or scales.dtype == torch.float64 or len(scales) != len(weight):
        raise ValueError("a row has one scale, or some")
    if zero_points is not None and (zero_points.dtype, zero_points.shape) != (scales.dtype, scales.shape):
        raise ValueError("there are as many scales as zero points")
    if bits < 8:
        if weight.dtype != torch.uint8 or (quant_min, quant_max) != ends:
            raise ValueError("integers of less than 8 bits are packed into bytes")
        # The first 4-bit value is in the upper half of a byte, the first 2-bit value in its lowest bits.
        shifts = (4, 0) if bits == 4 else (0, 2, 4, 6)
        each = [(weight >> shift) % (1 << bits) for shift in shifts]
        weight = torch.stack(each, -1).flatten(1).to(torch.int8) + ends[0]
    if weight.dtype not in (torch.int8, torch.uint8) or weight.dim() != 2:
        raise ValueError("a table is of bytes")
    group = weight.shape[1] // (scales.shape[1] if scales.dim() == 2 else 1)
    arguments = quant_min, quant_max, weight.dtype, group, _dtype(dtype) or scales.dtype
    table = _OPS.dequantize_per_channel_group(weight, scales, zero_points, *arguments)
    return torch.ops.aten.embedding(table, indices)


def embedding_byte(*arguments):
    return _embedding(8, *arguments[:6], *arguments[6:] or (None,))


def embedding_4bit(*arguments):
    return _embedding(4, *arguments[:6], *arguments[6:] or (None,))


def embedding_2bit(*arguments):
    return _embedding(2, *arguments[:6], *arguments[6:] or (None,))


def add(a, a_scale, a_zero_point, a_min, a_max, b, b_scale, b_zero_point, b_min, b_max, *out):
    x = _OPS.dequantize_per_tensor(a, a_scale, a_zero_point, a_min, a_max, a.dtype)
    y = _OPS.dequantize_per_tensor(b, b_scale, b_zero_point, b_min, b_max, a.dtype)
    return _OPS.quantize_per_tensor(x + y, *out, a.dtype)


def _dequantized(weight, scales, zero_points):
    if weight.dtype != torch.int8 or weight.dim() != 2:
        raise ValueError("weights are a matrix of Char")
    if zero_points is None:
        zero_points = torch.zeros_like(scales)
    if zero_points.shape != scales.shape:
        raise ValueError("there are as many scales as zero points")
    rows, columns = weight.shape
    scales, zero_points = (
        numbers.reshape(rows, -1).repeat_interleave(columns // (numbers.numel() // rows), 1)
        for numbers in (scales, zero_points)
    )
    return (weight - zero_points) * scales


def mixed_mm(x, weight, scales, zero_points):
    return x @ _dequantized(weight, scales, zero_points)


def mixed_linear(x, weight, scales, zero_points, dtype):
    if _dtype(dtype) not in (None, x.dtype):
        raise ValueError("the out is of the input's dtype")
    return x @ _dequantized(weight, scales, zero_points).T
