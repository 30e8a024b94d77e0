"""Turns calls of this package's operators into `tosa.CUSTOM` nodes, in the graphs that the backend lowers."""

from collections.abc import Iterable

import torch

from . import arm_backend, payload
from .custom_operator import CustomOperator
from .operators import OPERATORS
from .runtime_rules import (
    ContractError,
    Resource,
    Violation,
    check,
    check_distinct,
    check_groups,
    check_views,
    local_shape,
)

_ATEN = arm_backend.ops.edge.aten
_CUSTOM = arm_backend.ops.backend.tosa.CUSTOM.default
_NHWC, _NCHW = [0, 2, 3, 1], [0, 3, 1, 2]
# The call that a `tosa.CUSTOM` stands for, among what a node knows.
_CALL = f"{__package__}.call"


def _overload(operator: CustomOperator) -> object:
    base, _, overload = operator.name.partition(".")
    packet = getattr(getattr(torch.ops, operator.namespace), base)
    return getattr(packet, overload or "default")


_BY_OVERLOAD = {_overload(operator): operator for operator in OPERATORS}
_BY_TOSA_NAME = {operator.operator_name: operator for operator in OPERATORS}


def install(partitioner: object) -> None:
    """Has the partitioner keep the operators in delegates, and the backend lower them; repeat it at will."""
    if not hasattr(partitioner, "register_custom_partition_op"):
        raise TypeError(
            f"{type(partitioner).__name__} is no partitioner of the Arm backend, such as VgfPartitioner"
        )
    for operator in OPERATORS:
        arm_backend.register_fake(operator.operator_name, _fake)
        partitioner.register_custom_partition_op(_overload(operator))
    arm_backend.run_after(arm_backend.EARLY, LowerOperators())
    arm_backend.run_after(arm_backend.LATE, CheckOperands())


def _fake(
    inputs: list[torch.Tensor], operator_name: str, domain_name: str, implementation_attrs: list[int]
) -> list[torch.Tensor]:
    """The result of a `tosa.CUSTOM` node, without its numbers."""
    shape, dtype = payload.output_of(implementation_attrs)
    return [inputs[0].new_empty(shape, dtype=getattr(torch, dtype))]


class LowerOperators(arm_backend.ArmPass):
    """Puts a `tosa.CUSTOM` in place of each call, between the ways to the shader's layout and back."""

    _passes_required_after = frozenset()

    def call(self, graph_module: torch.fx.GraphModule) -> arm_backend.PassResult:
        """Rewrites the graph."""
        calls = [n for n in graph_module.graph.nodes if arm_backend.overload(n.target) in _BY_OVERLOAD]
        for node in calls:
            _lower(node, _BY_OVERLOAD[arm_backend.overload(node.target)])
        if calls:
            graph_module.recompile()
        return arm_backend.PassResult(graph_module, bool(calls))


class CheckOperands(arm_backend.ArmPass):
    """Looks at the graph as it is serialised: which values became one, and how shaders share them."""

    _passes_required_after = frozenset()

    def call(self, graph_module: torch.fx.GraphModule) -> arm_backend.PassResult:
        """Raises `ContractError`; changes nothing."""
        nodes = [node for node in graph_module.graph.nodes if node.target == _CUSTOM]
        views = _views(node for node in nodes if node.kwargs["domain_name"] == payload.DOMAIN)
        for node in nodes:
            operator = _BY_TOSA_NAME.get(node.kwargs["operator_name"])
            if operator is None:
                continue
            values = dict(zip(operator.arguments, node.args[0], strict=True))
            _refuse(operator, _name(node), check_distinct(operator.contract, values))
            values[operator.contract.output.name] = next(iter(node.users), None)
            for resource in operator.contract.resources:
                _refuse(
                    operator, _name(node), check_views(resource, views.get(values.get(resource.name), {}))
                )
        return arm_backend.PassResult(graph_module, False)


def _name(custom: torch.fx.Node) -> str:
    """The name of the call that the node stands for, where this package made it."""
    return custom.meta.get(_CALL, custom.name)


def _views(nodes: Iterable[torch.fx.Node]) -> dict[torch.fx.Node, dict[str, str]]:
    """For each value of a shader, the calls that have it, and the kind that it is there."""
    views: dict[torch.fx.Node, dict[str, str]] = {}
    for node in nodes:
        operands, result = payload.kinds_of(node.kwargs["implementation_attrs"])
        for operand, kind in zip(node.args[0], operands, strict=False):
            views.setdefault(operand, {})[_name(node)] = kind
        for user in node.users:
            views.setdefault(user, {})[_name(node)] = result
    return views


def _lower(node: torch.fx.Node, operator: CustomOperator) -> None:
    contract = operator.contract
    operands = dict(zip(operator.arguments, node.args, strict=False)) | node.kwargs
    values = {name: operand.meta["val"] for name, operand in operands.items()}
    values[contract.output.name] = node.meta["val"]
    shapes = {name: tuple(value.shape) for name, value in values.items()}
    dtypes = {name: str(value.dtype).removeprefix("torch.") for name, value in values.items()}
    _refuse(operator, node.name, check_distinct(contract, operands))
    _refuse(operator, node.name, check(contract, shapes, dtypes) or _check_dispatch(operator, shapes))
    attributes = payload.encode(payload.build(operator, shapes))

    graph = _Rewriting(node)
    with node.graph.inserting_before(node):
        inputs = [graph.to_shader(operator, r, operands[r.name]) for r in contract.inputs]
        custom = graph.call(
            _CUSTOM,
            inputs,
            operator_name=operator.operator_name,
            domain_name=operator.domain_name,
            implementation_attrs=attributes,
        )
        custom.meta[_CALL] = node.name
        result = graph.call(arm_backend.get_item, custom, 0)
        result = graph.to_graph(operator, contract.output, result, shapes[contract.output.name])
    node.replace_all_uses_with(result)
    node.graph.erase_node(node)


def _check_dispatch(operator: CustomOperator, shapes: dict[str, tuple[int, ...]]) -> list[Violation]:
    """P2 and H10, for a dispatch that is written out; `check` knows the others."""
    try:
        return check_groups(operator.dispatch(shapes))
    except (ValueError, ArithmeticError) as error:
        return [Violation("H10", None, str(error), "write groups that hold for these shapes")]


def _refuse(operator: CustomOperator, node: str, violations: tuple | list) -> None:
    if violations:
        raise ContractError(operator.contract.op, node, violations)


class _Rewriting:
    """Makes nodes that know of the call they replace what later passes ask for."""

    def __init__(self, origin: torch.fx.Node):
        self._origin = origin

    def call(self, target: object, *args: object, **kwargs: object) -> torch.fx.Node:
        """A node before the origin, and its value."""
        node = self._origin.graph.call_function(target, args, kwargs)
        node.meta = {k: v for k, v in self._origin.meta.items() if k not in ("val", "tensor_meta")}
        node.meta["val"] = target(*torch.fx.node.map_arg(args, lambda arg: arg.meta["val"]), **kwargs)
        return node

    def to_shader(self, operator: CustomOperator, resource: Resource, value: torch.fx.Node) -> torch.fx.Node:
        """The value as the shader sees it: channels last, and padded."""
        shape = tuple(value.meta["val"].shape)
        local = local_shape(operator.contract, resource, shape)
        if _is_permuted(operator, shape):
            value = self.call(_ATEN.permute_copy.default, value, _NHWC)
        missing = local[-1] - value.meta["val"].shape[-1] if local else 0
        return self.call(_ATEN.constant_pad_nd.default, value, [0, missing], 0) if missing else value

    def to_graph(
        self, operator: CustomOperator, resource: Resource, value: torch.fx.Node, shape: tuple[int, ...]
    ) -> torch.fx.Node:
        """The way back, to a value of that shape."""
        permuted = _is_permuted(operator, shape)
        local = [shape[i] for i in _NHWC] if permuted else list(shape)
        last = len(local) - 1
        if tuple(value.meta["val"].shape) != tuple(local):
            value = self.call(_ATEN.slice_copy.Tensor, value, last, 0, local[last])
        return self.call(_ATEN.permute_copy.default, value, _NCHW) if permuted else value


def _is_permuted(operator: CustomOperator, shape: tuple[int, ...]) -> bool:
    return operator.contract.layout == "nhwc" and len(shape) == 4
