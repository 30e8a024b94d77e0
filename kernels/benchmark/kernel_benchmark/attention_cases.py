"""Attention over caches of keys and values: operators of ExecuTorch that PyTorch computes with other
operators.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import torch

from kernel_benchmark.cases import Case
from kernel_benchmark.dtype_cases import LABELS

# The number of heads of queries and of caches, and the size of a head.
_HEADS, _GROUPS, _SIZE = 8, 2, 64


def _eager(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, start: int, *_: object
) -> torch.Tensor:
    """PyTorch's attention for a whole prefill, or for a single query."""
    end = start + query.shape[1]
    q, k, v = (x.transpose(1, 2) for x in (query, key[:, :end], value[:, :end]))
    return torch.nn.functional.scaled_dot_product_attention(
        q, k, v, is_causal=query.shape[1] > 1, enable_gqa=True
    ).transpose(1, 2)


def _quantized_eager(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    start: int,
    mask: None,
    dropout: float,
    is_causal: bool,
    scale: None,
    *parameters: torch.Tensor | bool,
) -> torch.Tensor:
    """PyTorch's attention of dequantized tensors."""
    integers = query, key, value
    floats = [
        (x.float() - zero_points) * scales
        for x, zero_points, scales in zip(integers, parameters[:6:2], parameters[1:6:2], strict=True)
    ]
    return _eager(*floats, start)


def _attention(queries: int, start: int, dtype: torch.dtype = torch.float32) -> list:
    end = start + queries
    query = torch.randn(1, queries, _HEADS, _SIZE)
    caches = [torch.randn(1, end, _GROUPS, _SIZE) for _ in range(2)]
    return [*(x.to(dtype) for x in (query, *caches)), start, None, 0.0, True, None]


def _quantized_attention(queries: int, start: int) -> list:
    *floats, start, mask, dropout, is_causal, scale = _attention(queries, start)
    integers, parameters = [], []
    for x in floats:
        scales = x.abs().amax(-1, keepdim=True) / 100
        zero_points = torch.randint(-20, 20, scales.shape, dtype=torch.int8)
        integers.append(((x / scales).round() + zero_points).to(torch.int8))
        parameters += [zero_points, scales]
    return [*integers, start, mask, dropout, is_causal, scale, *parameters, False]


def _case(
    group: str,
    op: str,
    tokens: int,
    queries: int,
    arguments: Callable[..., list],
    eager: Callable[..., torch.Tensor],
    suffix: str = "",
) -> Case:
    step = "prefill" if queries > 1 else "decode"
    products = 4.0 * _HEADS * _SIZE
    return Case(
        group,
        f"{op} {step} {tokens}{suffix}",
        f"llama::{op}.out",
        functools.partial(arguments, queries, tokens - queries),
        products * (tokens * (tokens + 1) / 2 if queries > 1 else tokens),
        functional=True,
        eager=eager,
    )


def attention_cases() -> Iterator[Case]:
    """Prefill of an empty cache, and decoding one more token after several others."""
    for tokens in (128, 1024, 4096):
        for queries in (tokens, 1):
            yield _case("attention", "custom_sdpa", tokens, queries, _attention, _eager)
    for tokens, queries in ((1024, 1024), (1024, 1), (4096, 1)):
        for dtype in (torch.float16, torch.bfloat16):
            label = LABELS[dtype]
            arguments = functools.partial(_attention, dtype=dtype)
            yield _case(label, "custom_sdpa", tokens, queries, arguments, _eager, f" {label}")
        op = "custom_quantized_sdpa"
        yield _case("attention", op, tokens, queries, _quantized_attention, _quantized_eager)
