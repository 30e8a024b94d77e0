"""Passes for the export of a model. Only a call of a pass imports PyTorch and ExecuTorch."""

from __future__ import annotations

from typing import TypeVar

_Program = TypeVar("_Program")


def fuse(program: _Program) -> _Program:
    """Replaces operators that follow each other by those of `kernels/fused`, which do the same at once.

    Folds batch norms into the weights of the convolutions before them; fuses activations and additions with
    the convolutions and linear layers before them, and scales and masks with the softmax after them.

        edge = fuse(to_edge(torch.export.export(model, inputs)))
        program = edge.to_executorch()

    Args:
      program: the result of `to_edge` or `to_edge_transform_and_lower`, or one of its `ExportedProgram`s. It
        is not changed. What has been delegated to a backend stays there.

    Returns:
      A program of the same type.

    Raises:
      ImportError: PyTorch or ExecuTorch is not installed.
      TypeError: the program is something else.
    """
    try:
        import executorch.exir  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise ImportError(
            f"rules_executorch.passes.fuse is a part of the export, for which something is missing: {error}\n"
            "hint: pip install torch executorch"
        ) from error
    from rules_executorch.passes.fusion import fused

    return fused(program)
