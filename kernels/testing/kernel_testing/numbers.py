"""Draws numbers for draw.py: elements of tensors, and arguments that are not tensors."""

from __future__ import annotations

import ast
import math
import random
import re
from collections.abc import Callable

from etgen.dtypes import COMPLEX, SETS, DType
from etgen.schema import Argument

from kernel_testing.tensors import FLOATING, INTEGERS, size_of

FINITE = (-0.0, 0.0, 1e-30, 100.0, 1.0)
# 100 is left out: next to its square, the rounding of long sums exceeds every tolerance.
SMALL = (-0.0, 0.0, 1e-30, 1.0)
_SPECIAL = (*FINITE, math.nan, math.inf, -math.inf, 1e30, 65504.0)
_SIZED = re.compile(r"\[(\d+)\]")
_SIGNED = SETS["Integers"] - {DType.Byte}

# The values of string arguments in ATen's schemas.
_STRINGS = {
    "approximate": ("none", "tanh"),
    "rounding_mode": ("floor", "trunc"),
    "indexing": ("ij", "xy"),
    "reduce": ("sum", "prod", "mean", "amax", "amin"),
}


def elements(rng: random.Random, dtype: DType, count: int, finite: tuple[float, ...] = ()) -> list:
    """Numbers of a dtype. Some draws include special ones: the given ones, or by default also infinities."""
    special, with_infinities = rng.random() < 0.3, not finite
    chosen = finite or _SPECIAL
    if dtype == DType.Bool:
        return [rng.random() < 0.5 for _ in range(count)]
    if dtype in INTEGERS:
        return _integers(rng, dtype, count, special and with_infinities)
    numbers = _floats(rng, 2 * count if dtype in COMPLEX else count, chosen if special else ())
    if dtype in COMPLEX:
        return [complex(re, im) for re, im in zip(numbers[::2], numbers[1::2], strict=True)]
    return numbers


def _integers(rng: random.Random, dtype: DType, count: int, special: bool) -> list[int]:
    bits = 8 * size_of(dtype)
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if dtype in _SIGNED else (0, (1 << bits) - 1)
    drawn = []
    for _ in range(count):
        if special and rng.random() < 0.3:
            drawn.append(rng.choice((low, high, high - 1)))
        else:
            drawn.append(max(low, -9) + _below(rng.getrandbits, 19 if low else 10))
    return drawn


def _floats(rng: random.Random, count: int, special: tuple[float, ...]) -> list[float]:
    """Numbers of a normal distribution, or small integers. Most of the time of a fuzzer is spent here."""
    random_, bits, drawn = rng.random, rng.getrandbits, []
    for _ in range(count):
        if special and random_() < 0.2:
            drawn.append(rng.choice(special))
            continue
        angle, square = 2 * math.pi * random_(), -2 * math.log(1 - random_())
        integer, kind = _below(bits, 7) - 3, _below(bits, 3)
        if kind == 2:
            drawn.append(float(integer))
        else:  # the method of Box and Muller
            drawn.append(2 * (math.sin if kind else math.cos)(angle) * math.sqrt(square))
    return drawn


def _below(bits: Callable[[int], int], limit: int) -> int:
    """A number below a limit, like Random.randrange, which takes three times as long."""
    size = limit.bit_length()
    number = bits(size)
    while number >= limit:
        number = bits(size)
    return number


def draw(rng: random.Random, argument: Argument, kind: str, shape: tuple[int, ...], dtype: DType) -> object:
    """An argument that is not a tensor.

    Args:
      rng: the source of random numbers.
      argument: the argument; its default is drawn often, its name determines the range of values.
      kind: its type: `int`, `float[]`, ….
      shape: the shape of the first tensor.
      dtype: the dtype of the tensors.
    """
    if argument.default is not None and rng.random() < 0.5:
        return _default(argument, kind)
    name = argument.name
    if kind.endswith("[]"):
        return _list(rng, argument, kind.removesuffix("[]"), shape, dtype)
    if kind == "int":
        return _int(rng, name, shape)
    if kind == "float":
        return rng.choice((0.0, 1.0, 0.5, 1e-5, -2.25))
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "Scalar":
        return _scalar(rng, dtype)
    if kind == "str":
        return rng.choice(_STRINGS.get(name, ("none",)))
    if kind == "ScalarType":
        return int(dtype if rng.random() < 0.5 else rng.choice((DType.Float, DType.Double, DType.Long)))
    return 0 if kind in ("MemoryFormat", "Layout") else None


def _scalar(rng: random.Random, dtype: DType) -> object:
    integers = (0, 1, 2, 3, -1)
    if rng.random() < 0.1:
        return rng.random() < 0.5
    if dtype in FLOATING | COMPLEX or rng.random() < 0.2:
        return rng.choice((*integers, 0.5, -2.75, 1e-3, 0.1))
    return rng.choice(integers)


def _int(rng: random.Random, name: str, shape: tuple[int, ...]) -> int:
    rank = max(len(shape), 1)
    if "dim" in name or name == "axis":
        return rng.randrange(-rank, rank)
    if name in ("groups", "num_groups", "step", "stride", "dilation", "split_size", "chunks"):
        return rng.randint(1, 2)
    if name in ("N", "C", "HxW", "group") and len(shape) > 1:
        pixels = math.prod(shape[2:])
        return {"N": shape[0], "C": shape[1], "HxW": pixels, "group": 1}[name]
    return rng.choice((0, 1, 1, 2, 3, -1))


def _list(rng: random.Random, argument: Argument, kind: str, shape: tuple[int, ...], dtype: DType) -> list:
    name, rank = argument.name, len(shape)
    sized = _SIZED.search(str(argument.type))
    count = int(sized[1]) if sized else rng.randint(0, 3)
    if kind != "int":
        draws: dict[str, Callable[[], object]] = {
            "bool": lambda: rng.random() < 0.5,
            "Scalar": lambda: _scalar(rng, dtype),
        }
        return [draws.get(kind, lambda: rng.gauss(0, 2))() for _ in range(count)]
    if "dim" in name:
        dims = rng.sample(range(rank), rank)
        dims = dims if rng.random() < 0.5 else dims[: rng.randint(0, rank)]
        return [d - rank if rng.random() < 0.3 else d for d in dims]
    if name in ("size", "shape", "sizes", "normalized_shape", "repeats", "split_sizes", "output_size"):
        return _sizes(rng, name, shape)
    if name == "pad":
        return [rng.randint(0, 2) for _ in range(2 * rng.randint(1, max(rank, 1)))]
    least = 1 if name in ("kernel_size", "dilation") or (name == "stride" and rng.random() < 0.8) else 0
    if not sized:
        count = max(rank - 2, 1)
    return [rng.randint(least, 1 if name == "padding" else 2) for _ in range(count)]


def _sizes(rng: random.Random, name: str, shape: tuple[int, ...]) -> list[int]:
    sizes = list(shape)
    if name == "normalized_shape":
        return sizes[rng.randint(0, max(len(sizes) - 1, 0)) :]
    if name == "split_sizes":
        size = sizes[0] if sizes else 0
        first = rng.randint(0, size)
        return [first, size - first]
    if name == "repeats":
        return [rng.randint(0, 2) for _ in range(len(sizes) + rng.randint(0, 1))]
    if name == "output_size":
        return [rng.randint(1, 4) for _ in range(max(len(sizes) - 2, 1))]
    ways = [
        sizes,
        sizes[::-1],
        [1, *sizes],
        [*sizes, 1],
        [math.prod(sizes)],
        [2, *sizes],
        [3 if s == 1 else s for s in sizes],
    ]
    chosen = list(rng.choice(ways))
    if chosen and rng.random() < 0.2:
        chosen[rng.randrange(len(chosen))] = -1
    return chosen


def _default(argument: Argument, kind: str) -> object:
    """The default of an argument."""
    names = {"True": True, "False": False, "None": None, "Mean": 1, "contiguous_format": 0}
    if argument.default in names:
        return names[argument.default]
    value = ast.literal_eval(argument.default)
    if kind.endswith("[]") and not isinstance(value, list):
        sized = _SIZED.search(str(argument.type))
        return [value] * (int(sized[1]) if sized else 1)
    return float(value) if kind == "float" else value
