"""The last pass before the conversion: checks the values of shaders, and copies shared ones if necessary."""

import dataclasses

import torch

from . import arm_backend, nodes
from .copies import Copies
from .custom_operator import CustomOperator
from .folding import Folding
from .operator_contract import ContractError, Violation
from .operators import OPERATORS
from .runtime_rules import check_distinct, check_views

_FOLDED = ", after Arm's converter has removed arithmetic that changes nothing"
_BY_TOSA_NAME = {operator.operator_name: operator for operator in OPERATORS}


@dataclasses.dataclass(frozen=True)
class Call:
    """A shader of the graph, with the expected properties in the converted model.

    Attributes:
      operator: the operator of this package, or None.
      sources: for each operand, the inputs of the graph that it is computed from.
    """

    operator: CustomOperator | None
    name: str
    sources: tuple[frozenset[int], ...]


# The calls of the graphs that are being lowered.
calls: list[Call] = []


class CheckOperands(arm_backend.ArmPass):
    """Folds the operands of shaders as the converter would, checks them, and copies those that need it."""

    _passes_required_after = frozenset()

    def __init__(self):
        super().__init__()
        self.exported_program = None  # the backend sets it while the pass runs

    def call(self, graph_module: torch.fx.GraphModule) -> arm_backend.PassResult:
        """Raises `ContractError` for values that the converter and the runtime cannot distinguish."""
        shaders = [node for node in graph_module.graph.nodes if nodes.is_shader(node)]
        if not any(map(_operator, shaders)):
            return arm_backend.PassResult(graph_module, False)
        graph, folding = graph_module.graph, Folding(self._constant)
        inputs = [n for n in graph.nodes if n.op == "placeholder" and self._constant(n) is None]
        is_folded = [_fold(shader, folding) for shader in shaders]
        graph.eliminate_dead_code()
        self._check(shaders, _FOLDED if any(is_folded) else "")
        Copies(graph, shaders, inputs, folding, self._add_constant).insert()
        graph.eliminate_dead_code()
        graph_module.recompile()
        calls.extend(_calls(graph, shaders, inputs))
        return arm_backend.PassResult(graph_module, True)

    def _constant(self, node: torch.fx.Node) -> torch.Tensor | None:
        return arm_backend.constant(self.exported_program, node)

    def _add_constant(self, graph: torch.fx.Graph, data: torch.Tensor) -> torch.fx.Node:
        return arm_backend.add_constant(self.exported_program, graph, data)

    def _check(self, shaders: list[torch.fx.Node], why: str) -> None:
        """Checks H11, H8 and H14."""
        views = _views(shaders)
        for shader in shaders:
            operator = _operator(shader)
            if operator is None:
                continue
            values = dict(zip(operator.arguments, shader.args[0], strict=True))
            # Equal constants have been merged before this pass, and will be copied.
            distinct = {n: v if self._constant(v) is None else n for n, v in values.items()}
            violations = check_distinct(operator.contract, distinct)
            values[operator.contract.output.name] = next(iter(shader.users), None)
            for resource in operator.contract.resources:
                violations += check_views(resource, views.get(values[resource.name], {}))
            violations = [dataclasses.replace(v, what=v.what + why) for v in violations]
            violations += _check_shapes(operator, shader)
            if violations:
                raise ContractError(operator.contract.op, nodes.name(shader), violations)


def _operator(shader: torch.fx.Node) -> CustomOperator | None:
    return _BY_TOSA_NAME.get(shader.kwargs["operator_name"])


def _fold(shader: torch.fx.Node, folding: Folding) -> bool:
    """Replaces a shader's operands as the converter would; returns whether this changes them."""
    values = [folding.value(operand) for operand in shader.args[0]]
    if values == list(shader.args[0]):
        return False
    shader.update_arg(0, values)
    return True


def _views(shaders: list[torch.fx.Node]) -> dict[torch.fx.Node, dict[str, str]]:
    """For each value of a shader, the calls that use it, with its kind there."""
    views: dict[torch.fx.Node, dict[str, str]] = {}
    for shader in shaders:
        for value, entry in nodes.values(shader):
            views.setdefault(value, {})[nodes.name(shader)] = entry.kind
    return views


def _check_shapes(operator: CustomOperator, shader: torch.fx.Node) -> list[Violation]:
    """H14: no pass of the backend has changed the shapes for which the shader was dispatched."""
    found = []
    for resource, (value, entry) in zip(operator.contract.resources, nodes.values(shader), strict=False):
        shape = tuple(value.meta["val"].shape)
        # Tensors of rank 0 have become rank 1.
        if entry.shape not in (shape, ()):
            what = f"the backend changed its shape from {list(entry.shape)} to {list(shape)}"
            hint = "remove the operations around the call from the model"
            found.append(Violation("H14", resource.name, what, hint))
    return found


def _calls(graph: torch.fx.Graph, shaders: list[torch.fx.Node], inputs: list[torch.fx.Node]) -> list[Call]:
    """The expected calls in the converted model."""
    numbers = {node: i for i, node in enumerate(inputs)}
    sources: dict[torch.fx.Node, frozenset[int]] = {}
    for node in graph.nodes:
        own = {numbers[node]} if node in numbers else set()
        sources[node] = frozenset(own.union(*(sources[n] for n in node.all_input_nodes)))
    return [
        Call(_operator(shader), nodes.name(shader), tuple(sources[v] for v in shader.args[0]))
        for shader in shaders
    ]
