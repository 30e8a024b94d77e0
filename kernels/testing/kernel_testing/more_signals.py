"""Calls of windows and frequencies, of which PyTorch has no samples, and of places that are not zero."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import torch

_ATEN = torch.ops.aten


def calls(dtype: torch.dtype) -> Iterator[tuple[str, Callable[[], object]]]:
    """The functions to call, with the name of their origin."""
    for family in (_windows, _frequencies, _places):
        for call in family(dtype):
            yield f"more_signals.{family.__name__}", call


def _windows(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    hamming, kaiser = _ATEN.hamming_window, _ATEN.kaiser_window
    for length in (0, 1, 2, 3, 8, 9, 70):
        for function in (hamming, kaiser, _ATEN.blackman_window, _ATEN.bartlett_window):
            yield functools.partial(function.default, length, dtype=dtype)
            for periodic in (True, False):
                yield functools.partial(function.periodic, length, periodic, dtype=dtype)
        for periodic in (True, False):
            yield functools.partial(hamming.periodic_alpha, length, periodic, 0.6, dtype=dtype)
            yield functools.partial(hamming.periodic_alpha_beta, length, periodic, 0.6, 0.25, dtype=dtype)
            yield functools.partial(kaiser.beta, length, periodic, 5.5, dtype=dtype)


def _frequencies(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    if not dtype.is_floating_point:
        return
    for n in (1, 2, 3, 8, 9, 70):
        for distance in (1.0, 0.25, -3.0):
            yield functools.partial(_ATEN.fft_fftfreq.default, n, distance, dtype=dtype)
            yield functools.partial(_ATEN.fft_rfftfreq.default, n, distance, dtype=dtype)


def _places(dtype: torch.dtype) -> Iterator[Callable[[], object]]:
    for shape in ((), (5,), (2, 3), (0, 4), (2, 3, 4)):
        x = torch.randint(0, 2, shape).to(dtype)
        for size, fill in ((0, -1), (3, -1), (20, 7)):
            yield functools.partial(_ATEN.nonzero_static.default, x, size=size, fill_value=fill)
