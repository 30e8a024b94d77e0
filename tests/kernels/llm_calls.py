"""Calls of the operators of language models: lists of an operator and its arguments."""

import itertools
import random

import torch
from custom_operators import Library
from etgen.dtypes import DType
from kernel_testing import samples, sources
from kernel_testing.host import DTYPES, plain

LIBRARY = Library("llm", is_exact=lambda op: any(each in op for each in ("update", "tile", "embedding")))

NARROW = (torch.float32, torch.half, torch.bfloat16)
STORED = (*NARROW, torch.float64, torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64, torch.bool)
# Batch, queries, heads of queries and of the cache, length of the cache, size of a head, and the position of
# the first query: decoding with an empty cache, one that becomes full, and a long one; prefill with full and
# partial blocks, in one block of keys and in several; empty.
ATTENTION = (
    (1, 1, 2, 2, 10, 8, 0),
    (1, 1, 4, 1, 10, 4, 9),
    (1, 1, 6, 2, 200, 16, 131),
    (1, 4, 2, 1, 4, 8, 0),
    (2, 5, 4, 2, 9, 3, 3),
    (1, 37, 3, 3, 64, 5, 11),
    (1, 70, 2, 1, 130, 17, 60),
    (2, 3, 2, 2, 3, 1, 0),
    (0, 3, 2, 2, 3, 4, 0),
    (1, 0, 2, 2, 3, 4, 0),
)


def drawn(most):
    return random.randint(1, most)


def attention(shape, dtype):
    batch, count, heads, groups, length, size, start = shape
    query = torch.randn(batch, count, heads, size).to(dtype)
    key, value = (torch.randn(batch, length, groups, size).to(dtype) for _ in range(2))
    return query, key, value, start


def masks(count, length):
    yield torch.randn(count, length)
    yield torch.where(torch.rand(count, length) < 0.5, -torch.inf, 0.0)  # a row may be fully masked


def custom_sdpa():
    for shape, dtype in itertools.product(ATTENTION, NARROW):
        arguments = attention(shape, dtype)
        for is_causal, scale in ((True, None), (False, None), (True, 0.7)):
            yield "custom_sdpa.out", *arguments, None, 0.0, is_causal, scale
        for mask in masks(shape[1], shape[4]):
            yield "custom_sdpa.out", *arguments, mask, 0.0, False, None
    query, key, value, start = attention(ATTENTION[4], torch.float32)
    yield "custom_sdpa.out", query * 1e4, key * 1e4, value, start, None, 0.0, True, None
    key, value = key.clone(), value.clone()
    key[0, 1, 0, 0], value[1, 2, 1, 2] = torch.nan, torch.inf
    yield "custom_sdpa.out", query, key, value, start, None, 0.0, True, None


def sdpa_with_kv_cache():
    for shape, dtype in itertools.product(ATTENTION[:-1], NARROW):
        query, keys, values, start = attention(shape, dtype)
        count = shape[1]
        key, value = (torch.randn_like(cache[:, :count]) for cache in (keys, values))
        arguments = query, key, value, keys, values, start, count
        yield "sdpa_with_kv_cache.out", *arguments, None, 0.0, True, None
        yield "sdpa_with_kv_cache.out", *arguments, None, 0.0, False, 0.3
        for mask in masks(count, shape[4]):
            yield "sdpa_with_kv_cache.out", *arguments, mask, 0.0, False, None


def quantized_sdpa():
    for shape, at_dim_2 in itertools.product(ATTENTION, (False, True)):
        *numbers, start = attention(shape, torch.float32)
        tensors = [x.transpose(1, 2).contiguous() if at_dim_2 else x for x in numbers]
        quantized = [torch.randint(-128, 128, x.shape).to(torch.int8) for x in tensors]
        parameters = []
        for x in tensors:
            rows = (*x.shape[:-1], 1)
            zero_points = torch.randint(-128, 128, rows).to(torch.int8)
            parameters += [zero_points, torch.rand(rows) / 100 + 0.001]
        more = None, *parameters, at_dim_2
        yield "custom_quantized_sdpa.out", *quantized, start, None, 0.0, True, *more
        yield "custom_quantized_sdpa.out", *quantized, start, None, 0.0, False, *more
        for mask in masks(shape[1], shape[4]):
            yield "custom_quantized_sdpa.out", *quantized, 0, mask, 0.0, False, *more


def updates():
    shapes = ((1, 1, 2, 4, 10), (2, 3, 1, 5, 7), (1, 4, 2, 3, 4), (1, 0, 2, 3, 4), (0, 2, 2, 3, 4))
    for (batch, count, heads, size, length), dtype in itertools.product(shapes, STORED):
        value = (torch.randn(batch, count, heads, size) * 9).to(dtype)
        cache = (torch.randn(batch, length, heads, size) * 9).to(dtype)
        for start in {0, min(length - count, length - 1)}:
            yield "update_cache.out", value, cache, start
        yield "update_cache_with_indices.out", value, cache, 0, torch.randint(0, length, (batch, count))


def transforms():
    shapes = ((3, 1), (2,), (2, 3, 8), (5, 128), (0, 4), (2, 28), (28,), (1, 3, 224), (1, 2, 3, 56))
    for shape, dtype in itertools.product(shapes, (*NARROW, torch.float64)):
        yield "fast_hadamard_transform.out", torch.randn(shape).to(dtype)


def delta_rules():
    # Batch, heads of queries and of states, tokens, sizes of keys and of values.
    shapes = (
        (1, 2, 2, 1, 4, 4),
        (2, 4, 2, 5, 3, 17),
        (1, 6, 2, 35, 16, 33),
        (2, 1, 1, 0, 2, 3),
        (0, 1, 1, 2, 2, 3),
        *((1, 2 * drawn(3), 2, drawn(9), drawn(40), drawn(40)) for _ in range(8)),
    )
    for (batch, heads, states, tokens, size, columns), is_scalar in itertools.product(shapes, (False, True)):
        query = torch.randn(batch, heads, tokens, size)
        key, value = torch.randn(batch, states, tokens, size), torch.randn(batch, states, tokens, columns)
        decay = torch.rand(batch, states, tokens) if is_scalar else torch.rand(batch, states, tokens, size)
        beta, state = torch.rand(batch, states, tokens), torch.randn(batch, states, size, columns)
        arguments = query, key / size**0.5, value, decay, beta, state
        yield "gated_delta_rule.out", *arguments
        yield "gated_delta_rule.out", *arguments[:3], decay * 1e-12, *arguments[4:]
        yield "channelwise_gated_delta_rule.out", *arguments


def packed(bits, rows, columns, group, has_zero_points=False, has_biases=False):
    """Random weights in the packed format of torchao."""
    header = torch.zeros(16, dtype=torch.int32)
    header[:8] = torch.tensor([6712, 1, bits, has_zero_points, has_biases, 8, 16, 2])
    parts = [header]
    for _ in range(-(-rows // 8)):
        for _ in range(columns // group):
            scales = torch.rand(8) / 2**bits
            parts += [torch.randint(-(2**31), 2**31, (group * bits // 4,)).int(), scales]
            parts += [torch.randint(-99, 99, (8,)).int()]
            parts += [torch.randint(-8, 8, (8,)).int()] * has_zero_points
        parts += [torch.randn(8)] * has_biases
    return torch.cat([part.view(torch.int8) for part in parts])


def experts():
    # Experts, experts per token, sizes of a token and of the hidden layer; groups; tokens.
    shapes = (
        *((4, 2, 32, 32, 16, 5), (3, 3, 48, 16, 16, 1), (2, 1, 64, 96, 32, 40), (5, 2, 16, 32, 16, 0)),
        *((2 + drawn(4), 2, 16 * drawn(3), 16 * drawn(3), 16, drawn(20)) for _ in range(4)),
    )
    for (count, active, dim, hidden, group, tokens), bits in itertools.product(shapes, (4, 8)):
        x, gate = torch.randn(tokens, dim), torch.randn(count, dim)
        w13, w2 = (
            torch.stack([packed(bits, rows, columns, group) for _ in range(count)]).view(torch.uint8)
            for rows, columns in ((2 * hidden, dim), (dim, hidden))
        )
        sizes = active, count, hidden, dim, group, bits
        for bias, score, scale in (
            (torch.randn(count), "sigmoid", 2.5),
            (torch.zeros(0), "sigmoid", 0.0),
            (torch.zeros(0), "softmax", 1.0),
        ):
            yield "quantized_moe_ffn.out", x, gate, bias, w13, w2, *sizes, score, scale


def linears():
    # Rows of activations and of weights, columns, groups.
    shapes = (
        *((1, 1, 16, 16), (5, 9, 32, 16), (33, 20, 96, 32), (0, 8, 16, 16), (3, 16, 64, 64)),
        *((drawn(40), drawn(40), 48 * drawn(4), random.choice((16, 48))) for _ in range(6)),
    )
    for (m, n, k, group), bits in itertools.product(shapes, (4, 8)):
        x = torch.randn(m, k) * 3 + 1
        x[:1] *= 0
        for zero_points, biases in itertools.product((False, True), repeat=2):
            weights = packed(bits, n, k, group, zero_points, biases)
            yield f"_linear_8bit_act_{bits}bit_weight.out", x, weights, group, n, k


def packed_table(bits, rows, columns):
    """Random integers in the packed format of torchao's embeddings."""
    header = torch.tensor([6712, 2, 1, bits, 32, 128, *[0] * 10], dtype=torch.int32)
    integers = torch.randint(-128, 128, (rows * columns * bits // 8,), dtype=torch.int8)
    return torch.cat([header.view(torch.int8), integers])


def embeddings():
    # Rows, columns, groups of columns, and the number of indices.
    shapes = (
        *((1, 32, 1, 1), (9, 64, 2, 5), (5, 128, 1, 3), (3, 96, 3, 0), (0, 32, 1, 0), (2, 256, 4, 7)),
        *((drawn(20), 32 * groups * drawn(3), groups, drawn(9)) for groups in (1, 2, 3, 2, 1)),
    )
    for (rows, columns, groups, count), bits in itertools.product(shapes, (4, 8)):
        dtype = random.choice((torch.int32, torch.int64))
        indices = torch.randint(0, max(rows, 1), (count,)).to(dtype)
        scales = torch.rand(rows, groups)
        zero_points = torch.randint(-128, 128, (rows, groups)).to(torch.int8)
        table = packed_table(bits, rows, columns)
        yield f"_embedding_{bits}bit.out", table, rows, columns, scales, zero_points, indices
        if rows:
            group = columns // groups
            weights = packed(bits, rows, columns, group, random.random() < 0.5, random.random() < 0.5)
            yield f"_shared_embedding_{bits}bit.out", weights, group, rows, columns, indices


def tiles():
    shapes = (
        *((3, 4, 6, 2), (3, 4, 4, 2), (1, 5, 5, 5), (2, 3, 9, 3), (4, 7, 2, 1), (0, 2, 2, 2), (3, 0, 4, 2)),
        *((drawn(5), 7 * drawn(4), 7 * drawn(4), 7) for _ in range(3)),
    )
    for (*shape, size), dtype in itertools.product(shapes, STORED):
        yield "tile_crop.out", (torch.randn(shape) * 9).to(dtype), size


# Sizes at the ends of blocks of queries and keys, of tiles and vectors; heads that are too long for vectors.
LARGE_ATTENTION = (
    (1, 100, 2, 1, 300, 64, 180),
    (2, 85, 2, 2, 129, 40, 44),
    (1, 1, 7, 1, 700, 128, 690),
    (1, 2, 8, 2, 260, 33, 255),
    (1, 7, 2, 2, 256, 300, 200),
    (1, 257, 1, 1, 257, 31, 0),
)


def large_attention():
    shapes = [(1, drawn(200), 2 * drawn(3), 2, 400 + drawn(99), drawn(160), drawn(200)) for _ in range(6)]
    for shape, dtype in itertools.product((*LARGE_ATTENTION, *shapes), NARROW):
        query, key, value, start = attention(shape, dtype)
        _, mask = masks(shape[1], shape[4])
        mask += torch.randn(mask.shape)
        yield "custom_sdpa.out", query, key, value, start, None, 0.0, True, None
        yield "custom_sdpa.out", query, key, value, start, None, 0.0, False, 0.2
        yield "custom_sdpa.out", query, key, value, start, mask, 0.0, False, None


def families():
    attentions = custom_sdpa(), sdpa_with_kv_cache(), quantized_sdpa(), updates(), transforms()
    return itertools.chain(*attentions, delta_rules(), experts(), linears(), embeddings(), tiles())


def sample(i: int, op: str, *inputs: object) -> samples.Sample:
    schema, values = LIBRARY.schemas[op], tuple(plain(list(inputs)))
    expected = LIBRARY.references(schema, values)
    case = f"{schema.name}/{DType(DTYPES[inputs[0].dtype]).name}/{i}"
    # In double precision, activations would round to other integers.
    exact = None if "8bit" in op else sources.exactly(LIBRARY.references, schema, values)
    inputs = samples.written_as_outs(schema, values)
    outs = samples.fitting_outs(expected[-len(schema.outs) :])
    return samples.Sample(schema, case, inputs, outs, expected, exact=exact)
