"""Fuses a softmax with the scale and the mask before it, and with what is done to masked rows."""

from __future__ import annotations

import math
from typing import Any

from torch.fx import Graph, Node

from rules_executorch.passes.constants import Constants
from rules_executorch.passes.graph import arguments, have_same_sizes, name_of, only_user, users
from rules_executorch.passes.replacement import call, can_fuse

_NOT = "aten.logical_not.default"


def fuse_softmaxes(graph: Graph, constants: Constants) -> None:
    """Fuses each softmax of the graph that is scaled or masked."""
    for node in list(graph.nodes):
        if name_of(node) == "aten._softmax.default" and not arguments(node)["half_to_float"]:
            _fuse(graph, node, constants)


def _fuse(graph: Graph, node: Node, constants: Constants) -> None:
    x, dim = arguments(node)["self"], arguments(node)["dim"]
    if not can_fuse(node, x):
        return
    safe = _safe(node, x, dim)
    last = safe or node
    uses = {node}
    if safe:
        uses |= {user for user in users(x) if name_of(user) == "aten.eq.Scalar"}
    scores, mask, scale = x, None, 1.0
    # Other users of the sum, or of the product, need it anyway.
    if set(users(x)) == uses:
        scores, mask = _terms(x, constants)
        if (mask is None and scores is x) or only_user(scores) is not None:
            scores, scale = _scaled(scores, constants)
    if last is node and mask is None and scale == 1:
        return
    new = call(graph, last, "softmax_mask", [scores, mask, scale, dim, safe is not None], last)
    last.replace_all_uses_with(new)


def _terms(x: Node, constants: Constants) -> tuple[Node, Node | None]:
    """The scores and the mask of a sum; the node itself if it is another operator."""
    if name_of(x) != "aten.add.Tensor" or arguments(x)["alpha"] != 1:
        return x, None
    terms = [arguments(x)["self"], arguments(x)["other"]]
    if not can_fuse(x, *terms):
        return x, None
    whole = [term for term in terms if have_same_sizes(term, x)]
    # Of two whole tensors, a scaled one has the scores.
    whole.sort(key=lambda term: _scaled(term, constants)[1] == 1)
    if not whole or terms[0] is terms[1]:
        return x, None
    return whole[0], terms[1] if whole[0] is terms[0] else terms[0]


def _scaled(node: Node, constants: Constants) -> tuple[Node, float]:
    """A tensor and its factor."""
    name = name_of(node)
    if name.startswith(("aten.mul.", "aten.div.")) and name.endswith((".Tensor", ".Scalar")):
        values = arguments(node)
        number = constants.number(values["other"])
        if number and math.isfinite(number) and have_same_sizes(values["self"], node):
            return values["self"], number if name.startswith("aten.mul.") else 1 / number
    return node, 1.0


def _safe(softmax: Node, x: Node, dim: int) -> Node | None:
    """The node of where(all of x is -∞, 0, softmax), which is what scaled_dot_product_attention does."""
    where = next((user for user in users(softmax) if name_of(user) == "aten.where.self"), None)
    if where is None or len(users(softmax)) > 2 or arguments(where)["other"] is not softmax:
        return None
    values = arguments(where)
    if not _is_zero(values["self"]) or not have_same_sizes(softmax, where):
        return None
    others = [user for user in users(softmax) if user is not where]
    if others not in ([], [values["self"]]):
        return None
    condition = values["condition"]
    if name_of(condition) != _NOT or name_of(any_ := arguments(condition)["self"]) != "aten.any.dim":
        return None
    of_any = arguments(any_)
    rank = x.meta["val"].dim()
    if of_any["dim"] % max(rank, 1) != dim % max(rank, 1) or not of_any["keepdim"]:
        return None
    inner = of_any["self"]
    if name_of(inner) != _NOT or name_of(equal := arguments(inner)["self"]) != "aten.eq.Scalar":
        return None
    chain = (condition, any_, inner, equal)
    is_private = all(only_user(each) is not None for each in chain)
    is_masked = arguments(equal)["self"] is x and arguments(equal)["other"] == -math.inf
    return where if is_private and is_masked else None


def _is_zero(node: Any) -> bool:
    """Whether a node is filled with zeros."""
    name = name_of(node)
    if name in ("aten.full_like.default", "aten.full.default"):
        return bool(arguments(node)["fill_value"] == 0)
    return name in ("aten.zeros_like.default", "aten.zeros.default")
