"""Converts calls of this package's operators to `tosa.CUSTOM` nodes in the graphs that the backend lowers."""

import warnings

import torch

from . import arm_backend, converted, forgotten, payload
from .custom_operator import CustomOperator
from .nodes import CALL, CUSTOM
from .operands import CheckOperands
from .operator_contract import ContractError, Resource, Violation, local_shape
from .operators import OPERATORS
from .runtime_rules import check, check_dispatch, check_distinct, doubt_dispatch

_ATEN = arm_backend.ops.edge.aten
_NHWC, _NCHW = [0, 2, 3, 1], [0, 3, 1, 2]


def _overload(operator: CustomOperator) -> object:
    base, _, overload = operator.name.partition(".")
    packet = getattr(getattr(torch.ops, operator.namespace), base)
    return getattr(packet, overload or "default")


_BY_OVERLOAD = {_overload(operator): operator for operator in OPERATORS}


def install(partitioner: object) -> None:
    """Makes the partitioner keep the operators in delegates, and the backend lower them; may be called
    repeatedly.
    """
    if not hasattr(partitioner, "register_custom_partition_op"):
        raise TypeError(
            f"{type(partitioner).__name__} is not a partitioner of the Arm backend, such as VgfPartitioner"
        )
    if type(partitioner).__name__ == "EthosUPartitioner":
        raise TypeError(
            "an Ethos-U cannot run shaders: without install(), kernels of the CPU run the operators"
        )
    for operator in OPERATORS:
        arm_backend.register_fake(operator.operator_name, _fake)
        # Otherwise the backend would lower the call, and fail at the arithmetic around it.
        if not (operator.has_floats and forgotten.lacks_floats(partitioner)):
            partitioner.register_custom_partition_op(_overload(operator))
    arm_backend.run_after(arm_backend.EARLY, LowerOperators())
    arm_backend.run_after(arm_backend.LATE, CheckOperands())
    arm_backend.check_converted(converted.start, converted.check)


def _fake(
    inputs: list[torch.Tensor], operator_name: str, domain_name: str, implementation_attrs: list[int]
) -> list[torch.Tensor]:
    """The shape and dtype of the result of a `tosa.CUSTOM` node, without values."""
    shape, dtype = payload.output_of(implementation_attrs)
    return [inputs[0].new_empty(shape, dtype=getattr(torch, dtype))]


class LowerOperators(arm_backend.ArmPass):
    """Replaces each call by a `tosa.CUSTOM`, between conversions to the shader's layout and back."""

    _passes_required_after = frozenset()

    def __init__(self):
        super().__init__()
        self.exported_program = None  # the backend sets it while the pass runs

    def call(self, graph_module: torch.fx.GraphModule) -> arm_backend.PassResult:
        """Rewrites the graph."""
        calls = [n for n in graph_module.graph.nodes if arm_backend.overload(n.target) in _BY_OVERLOAD]
        for node in calls:
            operator = _BY_OVERLOAD[arm_backend.overload(node.target)]
            self._check_distinct(node, operator)
            _lower(node, operator)
        if calls:
            graph_module.recompile()
        return arm_backend.PassResult(graph_module, bool(calls))

    def _check_distinct(self, node: torch.fx.Node, operator: CustomOperator) -> None:
        """H11, here with the name of the call; CheckOperands copies equal constants."""
        operands = _operands(node, operator)
        values = {
            name: value if arm_backend.constant(self.exported_program, value) is None else name
            for name, value in operands.items()
        }
        _refuse(operator, node.name, check_distinct(operator.contract, values))


def _lower(node: torch.fx.Node, operator: CustomOperator) -> None:
    contract = operator.contract
    operands = _operands(node, operator)
    values = {name: operand.meta["val"] for name, operand in operands.items()}
    values[contract.output.name] = node.meta["val"]
    shapes = {name: tuple(value.shape) for name, value in values.items()}
    dtypes = {name: str(value.dtype).removeprefix("torch.") for name, value in values.items()}
    _refuse(operator, node.name, check(contract, shapes, dtypes) or _check_dispatch(operator, shapes))
    if doubt := doubt_dispatch(contract, operator.dispatch(shapes), shapes):
        warnings.warn(f"{contract.op}, node {node.name} [H10]: {doubt}", stacklevel=2)
    attributes = payload.encode(payload.build(operator, shapes))

    graph = _Rewriting(node)
    with node.graph.inserting_before(node):
        inputs = [graph.to_shader(operator, r, operands[r.name]) for r in contract.inputs]
        custom = graph.call(
            CUSTOM,
            inputs,
            operator_name=operator.operator_name,
            domain_name=operator.domain_name,
            implementation_attrs=attributes,
        )
        custom.meta[CALL] = node.name
        result = graph.call(arm_backend.get_item, custom, 0)
        result = graph.to_graph(operator, contract.output, result, shapes[contract.output.name])
    node.replace_all_uses_with(result)
    node.graph.erase_node(node)


def _operands(node: torch.fx.Node, operator: CustomOperator) -> dict[str, torch.fx.Node]:
    """The arguments of a call, by name."""
    return dict(zip(operator.arguments, node.args, strict=False)) | node.kwargs


def _check_dispatch(operator: CustomOperator, shapes: dict[str, tuple[int, ...]]) -> list[Violation]:
    """P2 and H10, for a dispatch with explicit counts; `check` covers the other dispatches."""
    try:
        return check_dispatch(operator.contract, operator.dispatch(shapes), shapes)
    except ValueError as error:
        return [Violation("H10", None, str(error), "write groups that hold for these shapes")]


def _refuse(operator: CustomOperator, node: str, violations: tuple | list) -> None:
    if violations:
        raise ContractError(operator.contract.op, node, violations)


class _Rewriting:
    """Creates nodes with the metadata of the replaced call, which later passes require."""

    def __init__(self, origin: torch.fx.Node):
        self._origin = origin

    def call(self, target: object, *args: object, **kwargs: object) -> torch.fx.Node:
        """Creates a node before the origin, and computes its value."""
        node = self._origin.graph.call_function(target, args, kwargs)
        node.meta = {k: v for k, v in self._origin.meta.items() if k not in ("val", "tensor_meta")}
        node.meta["val"] = target(*torch.fx.node.map_arg(args, lambda arg: arg.meta["val"]), **kwargs)
        return node

    def to_shader(self, operator: CustomOperator, resource: Resource, value: torch.fx.Node) -> torch.fx.Node:
        """The value in the shader's layout: channels-last, and padded."""
        shape = tuple(value.meta["val"].shape)
        local = local_shape(operator.contract, resource, shape)
        if _is_permuted(operator, shape):
            value = self.call(_ATEN.permute_copy.default, value, _NHWC)
        missing = local[-1] - value.meta["val"].shape[-1] if local else 0
        if not missing:
            return value
        padded = self.call(_ATEN.constant_pad_nd.default, value, [0, missing], 0)
        padded.meta["input_qparams"] = {0: arm_backend.unscaled(value.meta["val"].dtype)}
        return padded

    def to_graph(
        self, operator: CustomOperator, resource: Resource, value: torch.fx.Node, shape: tuple[int, ...]
    ) -> torch.fx.Node:
        """The inverse conversion, to a value of this shape."""
        permuted = _is_permuted(operator, shape)
        local = [shape[i] for i in _NHWC] if permuted else list(shape)
        last = len(local) - 1
        if tuple(value.meta["val"].shape) != tuple(local):
            value = self.call(_ATEN.slice_copy.Tensor, value, last, 0, local[last])
        return self.call(_ATEN.permute_copy.default, value, _NCHW) if permuted else value


def _is_permuted(operator: CustomOperator, shape: tuple[int, ...]) -> bool:
    return operator.contract.layout == "nhwc" and len(shape) == 4
