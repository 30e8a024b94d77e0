"""Attention over caches of keys and values: operators of ExecuTorch that PyTorch computes with other
operators.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import torch

from kernel_benchmark.cases import Case

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


def _attention(queries: int, start: int) -> list:
    end = start + queries
    query = torch.randn(1, queries, _HEADS, _SIZE)
    caches = [torch.randn(1, end, _GROUPS, _SIZE) for _ in range(2)]
    return [query, *caches, start, None, 0.0, True, None]


def attention_cases() -> Iterator[Case]:
    """Prefill of an empty cache, and decoding one more token after several others."""
    for tokens in (128, 1024, 4096):
        products = 4.0 * _HEADS * _SIZE
        for name, queries, start in (("prefill", tokens, 0), ("decode", 1, tokens - 1)):
            yield Case(
                "attention",
                f"custom_sdpa {name} {tokens}",
                "llama::custom_sdpa.out",
                functools.partial(_attention, queries, start),
                products * (tokens * (tokens + 1) / 2 if queries > 1 else tokens),
                functional=True,
                eager=_eager,
            )
