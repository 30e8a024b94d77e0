"""Small constants of zeros, in a form that shaders can read.

The converter writes a constant of up to 16 elements into the code of a graph; if it is all zeros, as
`OpConstantNull`. Arm's emulation layer 0.11 does not initialise its memory, so a shader reads undefined
values from it. A slice of a larger constant that is not all zeros is computed when the model runs.
"""

import math
from collections.abc import Callable, Sequence

import torch

from . import arm_backend

_LARGEST_IN_CODE = 16
_SLICE = arm_backend.ops.backend.tosa.SLICE.default


def is_affected(shape: Sequence[int]) -> bool:
    """Whether zeros of this shape are written into code."""
    return math.prod(shape) <= _LARGEST_IN_CODE


def computed(
    graph: torch.fx.Graph,
    value: torch.fx.Node,
    before: torch.fx.Node,
    add_constant: Callable[[torch.fx.Graph, torch.Tensor], torch.fx.Node],
) -> torch.fx.Node:
    """A slice with the zeros of `value`; `add_constant` adds a constant to the graph."""
    *rest, last = value.meta["val"].shape
    wide = max(last + 2, -(-(_LARGEST_IN_CODE + 1) // max(1, math.prod(rest))))
    constant = torch.zeros((*rest, wide), dtype=value.meta["val"].dtype)
    constant.reshape(-1)[-1] = 1
    node = add_constant(graph, constant)
    # Two steps are necessary: the converter folds a slice of a single element.
    for size in (last + 1, last):
        node = _first(graph, node, before, size)
    return node


def _first(graph: torch.fx.Graph, value: torch.fx.Node, before: torch.fx.Node, size: int) -> torch.fx.Node:
    """The first elements along the last axis."""
    tensor = value.meta["val"]
    sizes = [*tensor.shape[:-1], size]
    with graph.inserting_before(before):
        shapes = [arm_backend.shape(graph, numbers, before) for numbers in ([0] * len(sizes), sizes)]
        node = graph.call_function(_SLICE, (value, *shapes))
    node.meta = {**value.meta, "val": tensor.new_empty(sizes)}
    return node
