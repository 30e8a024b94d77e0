"""Simulates the folding of Arm's converter, which replaces `x + 0`, `x * 1` and `-(-x)` by x.

The converter binds the arguments of shaders after folding, so the rules on equal values hold for folded
values. `converted` finds folding that is unknown here.
"""

import math
from collections.abc import Callable

import torch

from .arm_backend import ops

_TOSA = ops.backend.tosa
_ADD, _SUB, _MUL = _TOSA.ADD.default, _TOSA.SUB.default, _TOSA.MUL.default
_RESHAPE = _TOSA.RESHAPE.default
_NEGATE, _CLAMP = _TOSA.NEGATE.default, _TOSA.CLAMP.default
# Along an axis of size 1, these have no effect.
_REDUCTIONS = tuple(
    getattr(_TOSA, f"REDUCE_{name}").default for name in ("SUM", "MAX", "MIN", "PRODUCT", "ANY", "ALL")
)


class Folding:
    """Finds the value that a node is folded to. `constant` returns the tensor of a constant node."""

    def __init__(self, constant: Callable[[torch.fx.Node], torch.Tensor | None]):
        self._constant = constant

    def value(self, node: torch.fx.Node) -> torch.fx.Node:
        """The node that it is folded to; itself if nothing is folded."""
        found, at = node, node
        while (at := self._source(at)) is not None:
            # A reshape is only equal to its source if it is reversed.
            found = at if _shape(at) == _shape(node) else found
        return found

    def is_constant(self, node: torch.fx.Node) -> bool:
        """Whether the value is known to the converter as a constant."""
        operands = node.all_input_nodes
        return self._constant(node) is not None or (bool(operands) and all(map(self.is_constant, operands)))

    def is_zero(self, node: torch.fx.Node) -> bool:
        """Whether the node is folded to a constant of zeros."""
        return self._is_all(node, 0)

    def _source(self, node: torch.fx.Node) -> torch.fx.Node | None:
        """The operand that equals the node's result."""
        if node.target == _NEGATE:
            inner = self.value(node.args[0])
            return inner.args[0] if inner.target == _NEGATE else None
        if node.target == _CLAMP:
            low, high = node.args[1:3]
            return node.args[0] if (low, high) == (-math.inf, math.inf) else None
        if node.target == _RESHAPE:
            return node.args[0]
        if node.target in _REDUCTIONS:
            return node.args[0] if _shape(node.args[0]) == _shape(node) else None
        if node.target not in (_ADD, _SUB, _MUL):
            return None
        neutral = 1 if node.target == _MUL else 0
        left, right = node.args[:2]
        if self._is_all(right, neutral) and _shape(left) == _shape(node):
            return left
        is_right = node.target != _SUB and self._is_all(left, neutral) and _shape(right) == _shape(node)
        return right if is_right else None

    def _is_all(self, node: torch.fx.Node, number: int) -> bool:
        """Whether each element of a constant equals this number."""
        if node.target == _MUL and number == 0:
            return any(self._is_all(operand, 0) for operand in node.args[:2])
        tensor = self._constant(node)
        return tensor is not None and bool((tensor == number).all())


def _shape(node: torch.fx.Node) -> tuple:
    return tuple(node.meta["val"].shape)
