"""Copies of values that the converter or the runtime would mix up, though the contract allows their use."""

from collections.abc import Callable, Sequence

import torch

from . import arm_backend, nodes, zeros
from .folding import Folding
from .operator_contract import IMAGES

_TOSA = arm_backend.ops.backend.tosa


def _copying(data: torch.Tensor, is_constant: bool) -> tuple[object, int]:
    """An operation that copies a value, and how often it takes it.

    The converter takes IDENTITY out, except of constants, which it folds in any other operation.
    """
    if is_constant:
        return _TOSA.IDENTITY.default, 1
    if data.dtype == torch.bool:
        return _TOSA.LOGICAL_OR.default, 2
    return (_TOSA.MAXIMUM if data.is_floating_point() else _TOSA.BITWISE_OR).default, 2


class Copies:
    """Gives shaders copies of their operands, in a graph with these inputs, in the order of its caller."""

    def __init__(
        self,
        graph: torch.fx.Graph,
        shaders: Sequence[torch.fx.Node],
        inputs: Sequence[torch.fx.Node],
        folding: Folding,
        add_constant: Callable[[torch.fx.Graph, torch.Tensor], torch.fx.Node],
    ):
        self._graph = graph
        self._shaders = shaders
        self._inputs = list(inputs)
        self._folding = folding
        self._add_constant = add_constant

    def insert(self) -> None:
        """Inserts all that are needed."""
        for value in self._inputs:
            if self._has_other_views(value):
                self._copy_images(value)
        for value in self._graph.output_node().all_input_nodes:
            if not self._is_image_of_shader(value):
                self._copy_images(value)
        for shader in self._shaders:
            self._copy_operands(shader)
        if self._is_alone() and list(self._shaders[0].args[0]) != self._inputs:
            # The converter binds the inputs in the order of the model, not of the operands.
            self._copy(self._shaders[0], 0)

    def _has_other_views(self, value: torch.fx.Node) -> bool:
        """Whether an input is more than one resource.

        The runtime copies it to one of them, and to those that are images what is left in their staging
        buffers, so the last one wins.
        """
        views = {entry.view for _, _, entry in self._uses(value)}
        in_graph = any(user not in self._shaders for user in value.users)
        return len(views) + in_graph > 1

    def _is_image_of_shader(self, value: torch.fx.Node) -> bool:
        """Whether the runtime reads an output as an image.

        It reads others as bytes in order, which they are not in memory that they share with an image.
        """
        producers = [shader for shader in self._shaders if value in shader.users]
        return any(entry.kind in IMAGES for p in producers for of, entry in nodes.values(p) if of is value)

    def _uses(self, value: torch.fx.Node) -> list[tuple]:
        """The shaders that take a value, with the index of the operand, and what it is for them."""
        return [
            (shader, i, entry)
            for shader in self._shaders
            for i, (operand, entry) in enumerate(nodes.values(shader)[: len(shader.args[0])])
            if operand is value
        ]

    def _copy_images(self, value: torch.fx.Node) -> None:
        """Has all shaders that take a value as an image take one copy of it."""
        copy = None
        for shader, i, entry in self._uses(value):
            if entry.kind in IMAGES:
                copy = self._copy(shader, i, copy)

    def _copy_operands(self, shader: torch.fx.Node) -> None:
        """The converter drops operands that are equal, and code of zeros is not everywhere right."""
        for i, operand in enumerate(shader.args[0]):
            if zeros.is_affected(operand.meta["val"].shape) and self._folding.is_zero(operand):
                self._give(shader, i, zeros.computed(self._graph, operand, shader, self._add_constant))
        for i, operand in enumerate(shader.args[0]):
            if operand in shader.args[0][:i]:
                self._copy(shader, i)

    def _is_alone(self) -> bool:
        """Whether the model is one shader and nothing else, once it is converted."""
        others = [
            node
            for node in self._graph.nodes
            if node.op == "call_function"
            and node not in self._shaders
            and node.target != arm_backend.get_item
        ]
        return len(self._shaders) == 1 and all(self._folding.value(node) is not node for node in others)

    def _copy(self, shader: torch.fx.Node, index: int, copy: torch.fx.Node | None = None) -> torch.fx.Node:
        """Gives a shader a copy of an operand, made anew or before."""
        operand = shader.args[0][index]
        if copy is None:
            target, times = _copying(operand.meta["val"], self._folding.is_constant(operand))
            with self._graph.inserting_before(shader):
                copy = self._graph.call_function(target, (operand,) * times)
            copy.meta = dict(operand.meta)
        self._give(shader, index, copy)
        return copy

    def _give(self, shader: torch.fx.Node, index: int, value: torch.fx.Node) -> None:
        operands = [value if i == index else operand for i, operand in enumerate(shader.args[0])]
        shader.update_arg(0, operands)
