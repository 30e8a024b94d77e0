"""What the operators of language models must give: attention as PyTorch computes it, and caches by slices.

ExecuTorch's own operators serve only who trusts them: they end the process for some wrong calls and return
memory as it is for others. tests/kernels/test_llm.py compares with them where they have a result.
"""

import torch


def _check(condition):
    if not condition:
        raise ValueError


def attended(query, key, value, start_pos, mask, is_causal, scale):
    """Attention of [batch, queries, heads, size] over [batch, positions, heads, size], in Double."""
    _check(query.dim() == key.dim() == 4 and key.shape == value.shape)
    (batch, count, heads, size), (_, length, groups, _) = query.shape, key.shape
    _check(batch == key.shape[0] and size == key.shape[3] and groups > 0 and heads % groups == 0)
    if mask is None:
        _check(0 <= start_pos <= length - count)
        end = start_pos + count
        seen = torch.ones(count, end, dtype=torch.bool)
        bias = torch.zeros(count, end).masked_fill(~(seen.tril(start_pos) if is_causal else seen), -torch.inf)
    else:
        _check(mask.dtype in (torch.float32, torch.float64))  # the latter to be exact
        _check(not is_causal and mask.shape == (count, length))
        end, bias = length, mask
    q, k, v = (x.double().transpose(1, 2) for x in (query, key[:, :end], value[:, :end]))
    k, v = (x.repeat_interleave(heads // groups, 1) for x in (k, v))
    result = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias.double(), scale=scale)
    return result.transpose(1, 2).contiguous()


def custom_sdpa(query, key, value, start_pos, attn_mask, drpout_p, is_causal, scale):
    _check(query.is_floating_point() and query.dtype == key.dtype == value.dtype)
    return attended(query, key, value, start_pos, attn_mask, is_causal, scale).to(query.dtype)


def sdpa_with_kv_cache(
    query, key, value, key_cache, value_cache, start_pos, seq_len, attn_mask, drpout_p, is_causal, scale
):
    _check(query.dtype == key.dtype and seq_len == query.shape[1] == key.shape[1] == value.shape[1])
    keys, values = _put(key, key_cache, start_pos), _put(value, value_cache, start_pos)
    return keys, values, custom_sdpa(query, keys, values, start_pos, attn_mask, drpout_p, is_causal, scale)


def _dequantized(quantized, scales, zero_points):
    rows = (*quantized.shape[:-1], 1)
    _check(scales.shape == zero_points.shape == rows and scales.is_floating_point())
    _check(quantized.dtype == zero_points.dtype == torch.int8)
    return (quantized.double() - zero_points.double()) * scales


def custom_quantized_sdpa(query, key, value, start_pos, attn_mask, drpout_p, is_causal, scale, *more):
    q_zero, q_scale, k_zero, k_scale, v_zero, v_scale, is_seq_at_dim_2 = more
    q, k, v = (
        _dequantized(x, scales, zeros)
        for x, scales, zeros in ((query, q_scale, q_zero), (key, k_scale, k_zero), (value, v_scale, v_zero))
    )
    if not is_seq_at_dim_2:
        return attended(q, k, v, start_pos, attn_mask, is_causal, scale).float()
    q, k, v = (x.transpose(1, 2) for x in (q, k, v))
    result = attended(q, k, v, start_pos, attn_mask, is_causal, scale)
    return result.transpose(1, 2).contiguous().float()


def _sylvesters(order):
    """+1 and -1 by whether the numbers of row and column have an odd number of bits in common."""
    numbers = range(order)
    signs = [[1 - 2 * ((i & j).bit_count() % 2) for j in numbers] for i in numbers]
    return torch.tensor(signs, dtype=torch.float64)


def _of_order_28():
    """What ExecuTorch's operator multiplies by: 4 · 4 circulant matrices of order 7, by their first rows."""
    firsts = (
        "+------ --++++- -+-++-+ -++--++",
        "++----+ +------ +--++-- -+-++-+",
        "+-+--+- -++--++ +------ ++----+",
        "+--++-- +-+--+- --++++- +------",
    )
    rows = [
        [first[(j - i) % 7] for first in row.split() for j in range(7)] for row in firsts for i in range(7)
    ]
    return torch.tensor([[1.0 if sign == "+" else -1.0 for sign in row] for row in rows]).double()


def fast_hadamard_transform(mat):
    _check(mat.is_floating_point() and mat.dim() > 0)
    size = mat.shape[-1]
    order = size // 28 if size % 28 == 0 else size
    _check(order > 0 and order & (order - 1) == 0)
    matrix = _sylvesters(order) / order**0.5
    if order != size:
        matrix = torch.kron(_of_order_28(), matrix)
    return (mat.double() @ matrix).to(mat.dtype)


def _fitting(value, cache):
    _check(value.dtype == cache.dtype and value.dim() == cache.dim() == 4)
    _check(all(value.shape[d] == cache.shape[d] for d in (0, 2, 3)))


def _put(value, cache, start):
    _fitting(value, cache)
    _check(0 <= start < cache.shape[1] and start + value.shape[1] <= cache.shape[1])
    result = cache.clone()
    result[:, start : start + value.shape[1]] = value
    return result


def update_cache(value, cache, start_pos):
    return _put(value, cache, start_pos), torch.zeros(1, dtype=value.dtype)


def update_cache_with_indices(value, cache, start_pos, indices):
    _fitting(value, cache)
    _check(start_pos >= 0 and indices.dtype == torch.int64 and indices.shape == value.shape[:2])
    _check(bool(((indices >= 0) & (indices < cache.shape[1])).all()))
    result = cache.clone()
    for batch, row in enumerate(indices.tolist()):
        for at, index in enumerate(row):
            result[batch, index] = value[batch, at]
    return result, torch.zeros(1, dtype=value.dtype)
