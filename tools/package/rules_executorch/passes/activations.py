"""Finds activations in a graph, also those that an export has decomposed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from torch.fx import Node

from rules_executorch.passes.constants import Constants
from rules_executorch.passes.graph import arguments, name_of, only_user, users

_PLAIN = {
    "aten.relu.default": "relu",
    "aten.sigmoid.default": "sigmoid",
    "aten.silu.default": "silu",
    "aten.hardswish.default": "hardswish",
    "aten.hardsigmoid.default": "hardsigmoid",
}
_LIMITS = {"aten.hardtanh.default": ("min_val", "max_val"), "aten.clamp.default": ("min", "max")}


@dataclasses.dataclass(frozen=True)
class Activation:
    """An activation of a fused operator.

    Attributes:
      name: one of those that the operators have.
      last: the node of its result.
      lower: the lower limit of `clamp`, if it has one.
      upper: its upper limit.
    """

    name: str
    last: Node
    lower: float | None = None
    upper: float | None = None

    @property
    def arguments(self) -> tuple[str, float | None, float | None]:
        """The arguments of the operator."""
        return self.name, self.lower, self.upper


def activation_of(node: Node, constants: Constants) -> Activation | None:
    """The activation of the value of a node, which nothing else uses; None if there is none."""
    if user := only_user(node):
        if name := _PLAIN.get(name_of(user)):
            return Activation(name, user)
        if name_of(user) == "aten.gelu.default":
            approximate = arguments(user)["approximate"]
            return Activation("gelu_tanh" if approximate == "tanh" else "gelu", user)
        return _clamp(node, constants) or _hardsigmoid(node, constants)
    return _product(node, constants)


def _clamp(node: Node, constants: Constants) -> Activation | None:
    """A clamp, or one limit after the other."""
    last = only_user(node)
    if last is None or (limits := limits_of(last, constants)) is None:
        return None
    lower, upper = limits
    after = only_user(last) if upper is None else None
    # The lower limit comes first in a clamp, too.
    if after is not None and (more := limits_of(after, constants)) and more[0] is None:
        last, upper = after, more[1]
    if (lower, upper) == (0, None):
        return Activation("relu", last)
    return Activation("clamp", last, lower, upper)


def limits_of(node: Node, constants: Constants) -> tuple[float | None, float | None] | None:
    """The limits of a relu, hardtanh or clamp; None if the node is another operator or they are unknown."""
    if name_of(node) == "aten.relu.default":
        return 0.0, None
    names = _LIMITS.get(name_of(node))
    if names is None:
        return None
    given = [arguments(node)[name] for name in names]
    known = [constants.limit(value) for value in given]
    if any(value is not None and number is None for value, number in zip(given, known, strict=True)):
        return None
    return known[0], known[1]


def _hardsigmoid(node: Node, constants: Constants) -> Activation | None:
    """clamp(x + 3, 0, 6) / 6, as hardsigmoid is decomposed."""
    clamped = _clamped_sum(users(node), node, constants)
    last = _sixth(clamped, constants) if clamped else None
    return Activation("hardsigmoid", last) if last else None


def _product(node: Node, constants: Constants) -> Activation | None:
    """X · sigmoid(x) or x · clamp(x + 3, 0, 6) / 6, as silu and hardswish are decomposed."""
    if len(node.users) != 2:
        return None
    product = next((user for user in users(node) if name_of(user) == "aten.mul.Tensor"), None)
    (other,) = (user for user in users(node) if user is not product) if product else (None,)
    if product is None or other is None:
        return None
    factors = [arguments(product)["self"], arguments(product)["other"]]
    factor = next((each for each in factors if each is not node), None)
    if node not in factors or not isinstance(factor, Node) or only_user(factor) is not product:
        return None
    if name_of(other) == "aten.sigmoid.default":
        return Activation("silu", product) if factor is other else None
    clamped = _clamped_sum([other], node, constants)
    if clamped is None:
        return None
    if factor is clamped:
        last = _sixth(product, constants)
        return Activation("hardswish", last) if last else None
    return Activation("hardswish", product) if _sixth(clamped, constants) is factor else None


def _clamped_sum(candidates: Iterable[Node], node: Node, constants: Constants) -> Node | None:
    """The node of clamp(node + 3, 0, 6)."""
    for candidate in candidates:
        if name_of(candidate) not in ("aten.add.Tensor", "aten.add.Scalar"):
            continue
        values = arguments(candidate)
        is_sum = values["self"] is node and constants.number(values["other"]) == 3 and values["alpha"] == 1
        clamp = _clamp(candidate, constants) if is_sum else None
        if clamp and (clamp.lower, clamp.upper) == (0, 6):
            return clamp.last
    return None


def _sixth(node: Node, constants: Constants) -> Node | None:
    """The node of a sixth of a node's value, if that is its only use."""
    user = only_user(node)
    name = name_of(user)
    if user is None or not name.startswith(("aten.div.", "aten.mul.")) or arguments(user)["self"] is not node:
        return None
    if "rounding_mode" in arguments(user) or (number := constants.number(arguments(user)["other"])) is None:
        return None
    is_sixth = number == 6 if name.startswith("aten.div.") else abs(number * 6 - 1) < 1e-6
    return user if is_sixth else None
