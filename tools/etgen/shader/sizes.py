"""Evaluates the expressions of a declaration: shapes of an operator's values, and counts of work groups."""

from collections.abc import Callable, Mapping

from etgen.shader.declaration import OUTPUT, ShaderOp
from etgen.shader.expressions import LOCAL_AXES, Expression, Name
from etgen.shader.operator_contract import Contract, Shape, local_shape, size


def shapes_of(op: ShaderOp, inputs: Mapping[str, Shape]) -> dict[str, Shape]:
    """All shapes in the graph, including the output's, from those of the inputs.

    Raises:
      ValueError: an expression has no value for these shapes.
    """
    if op.output_like:
        return {**inputs, OUTPUT: inputs[op.output_like]}

    def value(name: Name) -> int:
        return size(inputs[name.base], name.axis, channels_first=op.layout == "nhwc")

    shape = tuple(_evaluate(e, value) for e in op.output_shape or ())
    if any(dim < 0 for dim in shape):
        raise ValueError(f"the output's shape is {list(shape)}")
    return {**inputs, OUTPUT: shape}


def groups(op: ShaderOp, contract: Contract, shapes: Mapping[str, Shape]) -> tuple[int, ...]:
    """The counts of work groups of `dispatch_groups`, for shapes in the graph.

    Raises:
      ValueError: an expression has no value for these shapes.
    """
    local = {r.name: local_shape(contract, r, shapes[r.name]) for r in contract.resources}

    def value(name: Name) -> int:
        if name.is_local_size:
            return contract.local_size[LOCAL_AXES.index(name.axis)]
        return size(local[name.base], name.axis)

    return tuple(_evaluate(e, value) for e in op.dispatch_groups or ())


def _evaluate(expression: Expression, value: Callable[[Name], int]) -> int:
    try:
        return expression.evaluate(value)
    except ValueError as error:
        raise ValueError(f"{expression.text}: {error}") from None
