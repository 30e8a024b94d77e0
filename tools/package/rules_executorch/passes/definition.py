"""Defines custom operators in PyTorch from functions that compute them."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor


def define(library: torch.library.Library, function: Callable[..., Tensor], arguments: str) -> None:
    """Defines an operator by the name of the function, and its overload `out`.

    Args:
      library: the operator exists as long as this does.
      function: what the operator computes.
      arguments: those of the operator's schema.
    """

    def to_out(*values: object, out: Tensor) -> Tensor:
        result = function(*values)
        out.resize_(result.shape)
        return out.copy_(result)

    name = function.__name__
    library.define(f"{name}({arguments}) -> Tensor")
    library.define(f"{name}.out({arguments}, *, Tensor(a!) out) -> Tensor(a!)")
    library.impl(name, function, "CompositeExplicitAutograd")
    library.impl(f"{name}.out", to_out, "CompositeExplicitAutograd")
