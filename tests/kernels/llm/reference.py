"""The expected results of the operators of language models: PyTorch's attention, and caches by slices.

ExecuTorch's own operators are not used as the reference: they crash for some wrong calls, and return
uninitialised memory for others. tests/kernels/test_llm.py compares with them in the calls that they support.
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
        _check(mask.dtype in (torch.float32, torch.float64))  # float64 for exact results
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
    """Sylvester's Hadamard matrix: an element is -1 if row and column have an odd number of common bits, else
    +1.
    """
    numbers = range(order)
    signs = [[1 - 2 * ((i & j).bit_count() % 2) for j in numbers] for i in numbers]
    return torch.tensor(signs, dtype=torch.float64)


def _of_order_28():
    """The matrix of ExecuTorch's operator: 4 · 4 circulant matrices of order 7, given by their first rows."""
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


def gated_delta_rule(query, key, value, decay, beta, initial_state):
    """Processes tokens sequentially."""
    tensors = query, key, value, decay, beta, initial_state
    _check(all(tensor.dtype in (torch.float32, torch.float64) for tensor in tensors))
    _check(query.dim() == key.dim() == value.dim() == initial_state.dim() == 4)
    (batch, heads, tokens, size), columns = key.shape, value.shape[3]
    _check(heads > 0 and query.shape[1] % heads == 0)
    _check(query.shape == (batch, query.shape[1], tokens, size))
    _check(value.shape[:3] == beta.shape == key.shape[:3])
    _check(initial_state.shape == (batch, heads, size, columns))
    _check(decay.shape == (key.shape if decay.dim() == 4 else key.shape[:3]))
    if decay.dim() == 3:
        decay = decay[..., None].expand(key.shape)
    state, outs = initial_state.clone(), [value.new_zeros(batch, query.shape[1], 0, columns)]
    for t in range(tokens):
        state = state * decay[:, :, t, :, None]
        known = torch.einsum("bhkv,bhk->bhv", state, key[:, :, t])
        delta = (value[:, :, t] - known) * beta[:, :, t, None]
        state = state + key[:, :, t, :, None] * delta[:, :, None]
        states = state.repeat_interleave(query.shape[1] // heads, 1)
        outs.append(torch.einsum("bhkv,bhk->bhv", states, query[:, :, t])[:, :, None])
    return torch.cat(outs, 2), state


channelwise_gated_delta_rule = gated_delta_rule


def _unpacked(data, bits, rows, columns, group):
    """The values of packed weights, and their biases or None."""
    _check(rows > 0 and columns > 0 and group > 0 and columns % group == 0 and group % 16 == 0)
    _check(data.dim() == 1 and len(data) >= 64)
    magic, kind, its_bits, has_zeros, has_biases, *shape = data[:32].view(torch.int32).tolist()
    _check((magic, kind, its_bits, shape) == (6712, 1, bits, [8, 16, 2]))
    _check(has_zeros in (0, 1) and has_biases in (0, 1))
    blocks, groups = -(-rows // 8), columns // group
    size = group * bits + 32 * (2 + has_zeros)
    ends = 32 * has_biases
    _check(len(data) - 64 >= blocks * (groups * size + ends))
    data = data[64:][: blocks * (groups * size + ends)].reshape(blocks, -1)
    biases = data[:, groups * size :].contiguous().view(torch.float32).reshape(-1)[:rows] if ends else None
    parts = data[:, : groups * size].reshape(blocks, groups, size)
    integers = parts[..., : group * bits].reshape(blocks, groups, group // 16, -1)
    if bits == 4:
        pairs = integers.reshape(*integers.shape[:3], 4, 16).view(torch.uint8)
        integers = torch.stack((pairs & 15, pairs >> 4), -2).to(torch.int32) - 8
    integers = integers.view(torch.int8) if bits == 8 else integers
    # The dimensions are blocks, groups, chunks, halves of their columns, rows, columns.
    integers = integers.reshape(blocks, groups, group // 16, 2, 8, 8).permute(0, 4, 1, 2, 3, 5)
    integers = integers.reshape(blocks * 8, groups, group).double()
    numbers = parts[..., group * bits :].reshape(blocks, groups, -1, 8, 4).contiguous()

    def of_rows(at, dtype):
        return numbers[:, :, at].contiguous().view(dtype)[..., 0].permute(0, 2, 1).reshape(-1, groups, 1)

    if has_zeros:
        integers = integers - of_rows(2, torch.int32)
    return (integers * of_rows(0, torch.float32)).reshape(-1, columns)[:rows], biases


def quantized_moe_ffn(
    x, gate, expert_bias, packed_w13, packed_w2, active, experts, hidden, dim, group, bits, score, scale
):
    _check(all(each.dtype in (torch.float32, torch.float64) for each in (x, gate, expert_bias)))
    _check(packed_w13.dtype == packed_w2.dtype == torch.uint8 and packed_w13.dim() == packed_w2.dim() == 2)
    _check(x.dim() == 2 and dim > 0 and x.shape[1] == dim and gate.shape == (experts, dim))
    _check(expert_bias.dim() == 1 and len(packed_w13) == len(packed_w2) == experts)
    _check(0 < active <= experts and hidden > 0 and bits in (4, 8) and score in ("sigmoid", "softmax"))
    _check(len(expert_bias) == 0 or (score == "sigmoid" and len(expert_bias) == experts))
    weights = [
        (_unpacked(w13, bits, 2 * hidden, dim, group), _unpacked(w2, bits, dim, hidden, group))
        for w13, w2 in zip(packed_w13, packed_w2, strict=True)
    ]
    _check(all(each[64:].numel() and not each[12:20].any() for w in (packed_w13, packed_w2) for each in w))
    scores = x.double() @ gate.double().T
    if score == "sigmoid":
        scores = scores.sigmoid()
    ranks = scores + expert_bias if len(expert_bias) else scores
    chosen = ranks.sort(dim=-1, descending=True, stable=True).indices[:, :active]
    shares = scores.gather(1, chosen)
    if score == "sigmoid":
        shares = shares / shares.sum(-1, keepdim=True).clamp_min(torch.finfo(torch.float32).tiny) * scale
    else:
        shares = shares.softmax(-1)
    out = torch.zeros(x.shape, dtype=torch.float64)
    for token, (own, own_shares) in enumerate(zip(chosen.tolist(), shares, strict=True)):
        for expert, share in zip(own, own_shares, strict=True):
            (w13, _), (w2, _) = weights[expert]
            up, other = (w13 @ x[token].double()).chunk(2)
            out[token] += share * (w2 @ (torch.nn.functional.silu(up) * other))
    return out.to(x.dtype)


def tile_crop(image, tile_size):
    _check(image.dim() == 3 and tile_size > 0)
    _check(image.shape[1] % tile_size == 0 and image.shape[2] % tile_size == 0)
    channels, height, width = image.shape
    tiles = [
        image[:, y : y + tile_size, x : x + tile_size]
        for y in range(0, height, tile_size)
        for x in range(0, width, tile_size)
    ]
    return torch.stack(tiles) if tiles else image.new_zeros(0, channels, tile_size, tile_size)


def _linear(bits, activations, packed_weights, group_size, n, k):
    _check(activations.dtype == torch.float32 and activations.dim() == 2 and activations.shape[1] == k)
    _check(packed_weights.dtype == torch.int8)
    weights, biases = _unpacked(packed_weights, bits, n, k, group_size)
    low = activations.amin(-1, keepdim=True).clamp_max(0) if k else 0
    scale = ((activations.amax(-1, keepdim=True).clamp_min(0) - low) / 255).clamp_min(torch.finfo().eps)
    zero_point = (-128 - (low / scale).round()).clamp(-128, 127)
    integers = ((activations * (1 / scale)).round() + zero_point).clamp(-128, 127)
    rounded = ((integers - zero_point) * scale).double()
    result = rounded @ weights.T
    return (result if biases is None else result + biases).float()


def _linear_8bit_act_4bit_weight(*arguments):
    return _linear(4, *arguments)


def _linear_8bit_act_8bit_weight(*arguments):
    return _linear(8, *arguments)


def _rows(table, indices):
    _check(indices.dim() == 1 and indices.dtype in (torch.int32, torch.int64))
    _check(bool(((indices >= 0) & (indices < len(table))).all()))
    return table[indices.long()]


def _embedding(bits, data, rows, columns, scales, zero_points, indices):
    _check(data.dtype == zero_points.dtype == torch.int8 and data.dim() == 1 and len(data) >= 64)
    _check(data[:32].view(torch.int32).tolist() == [6712, 2, 1, bits, 32, 128, 0, 0])
    _check(rows >= 0 and columns > 0 and columns % 32 == 0 and len(data) == 64 + rows * columns * bits // 8)
    _check(scales.dtype in (torch.float32, torch.float64) and scales.dim() == 2)
    _check(scales.shape == zero_points.shape and len(scales) == rows and scales.shape[1] > 0)
    _check(columns % scales.shape[1] == 0 and columns // scales.shape[1] % 32 == 0)
    integers = data[64:]
    if bits == 4:
        pairs = integers.reshape(-1, 16).view(torch.uint8)
        integers = torch.stack((pairs & 15, pairs >> 4), 1).int() - 8
    integers = integers.reshape(rows, scales.shape[1], columns // scales.shape[1]).double()
    table = (integers - zero_points[..., None]) * scales[..., None]
    return _rows(table.reshape(rows, columns), indices).float()


def _embedding_4bit(*arguments):
    return _embedding(4, *arguments)


def _embedding_8bit(*arguments):
    return _embedding(8, *arguments)


def _shared_embedding(bits, packed_weights, group_size, n, k, indices):
    _check(packed_weights.dtype == torch.int8)
    return _rows(_unpacked(packed_weights, bits, n, k, group_size)[0], indices).float()


def _shared_embedding_4bit(*arguments):
    return _shared_embedding(4, *arguments)


def _shared_embedding_8bit(*arguments):
    return _shared_embedding(8, *arguments)
