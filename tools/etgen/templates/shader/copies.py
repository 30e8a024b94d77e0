"""Copies values that the converter or the runtime would mix up, although the contract allows their use."""

from collections.abc import Callable, Sequence

import torch

from . import arm_backend, nodes, zeros
from .folding import Folding
from .operator_contract import IMAGES

_TOSA = arm_backend.ops.backend.tosa


def _copying(data: torch.Tensor, is_constant: bool) -> tuple[object, int]:
    """An operator that copies a value, and how many times it takes the value as argument.

    The converter removes IDENTITY, except for constants, which it folds in any other operator.
    """
    if is_constant:
        return _TOSA.IDENTITY.default, 1
    if data.dtype == torch.bool:
        return _TOSA.LOGICAL_OR.default, 2
    return (_TOSA.MAXIMUM if data.is_floating_point() else _TOSA.BITWISE_OR).default, 2


class Copies:
    """Inserts copies of shaders' operands in a graph; inputs are in the order of the caller."""

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
        """Inserts all necessary copies."""
        for value in self._inputs:
            if self._has_other_views(value):
                self._copy_images(value)
        for value in self._graph.output_node().all_input_nodes:
            if not self._is_image_of_shader(value):
                self._copy_images(value)
        for shader in self._shaders:
            self._copy_operands(shader)
        if self._is_alone() and list(self._shaders[0].args[0]) != self._inputs:
            # The converter binds the inputs in the model's order instead of the operands' order.
            self._copy(self._shaders[0], 0)

    def _has_other_views(self, value: torch.fx.Node) -> bool:
        """Whether an input is more than one resource.

        The runtime copies the input to one of them; to the images among them, it copies the old content of
        their staging buffers, so the last copy wins.
        """
        views = {entry.view for _, _, entry in self._uses(value)}
        in_graph = any(user not in self._shaders for user in value.users)
        return len(views) + in_graph > 1

    def _is_image_of_shader(self, value: torch.fx.Node) -> bool:
        """Whether the runtime reads an output as an image.

        The runtime reads other outputs as contiguous bytes, which is wrong for memory that they share with an
        image.
        """
        producers = [shader for shader in self._shaders if value in shader.users]
        return any(entry.kind in IMAGES for p in producers for of, entry in nodes.values(p) if of is value)

    def _uses(self, value: torch.fx.Node) -> list[tuple]:
        """The shaders that use a value, with the index of the operand and its entry."""
        return [
            (shader, i, entry)
            for shader in self._shaders
            for i, (operand, entry) in enumerate(nodes.values(shader)[: len(shader.args[0])])
            if operand is value
        ]

    def _copy_images(self, value: torch.fx.Node) -> None:
        """Replaces the value by a single copy in all shaders that use it as an image."""
        copy = None
        for shader, i, entry in self._uses(value):
            if entry.kind in IMAGES:
                copy = self._copy(shader, i, copy)

    def _copy_operands(self, shader: torch.fx.Node) -> None:
        """Copies equal operands, which the converter drops, and zeros that it would write as code."""
        for i, operand in enumerate(shader.args[0]):
            if zeros.is_affected(operand.meta["val"].shape) and self._folding.is_zero(operand):
                self._give(shader, i, zeros.computed(self._graph, operand, shader, self._add_constant))
        for i, operand in enumerate(shader.args[0]):
            if operand in shader.args[0][:i]:
                self._copy(shader, i)

    def _is_alone(self) -> bool:
        """Whether the converted model only consists of one shader."""
        others = [
            node
            for node in self._graph.nodes
            if node.op == "call_function"
            and node not in self._shaders
            and node.target != arm_backend.get_item
        ]
        return len(self._shaders) == 1 and all(self._folding.value(node) is not node for node in others)

    def _copy(self, shader: torch.fx.Node, index: int, copy: torch.fx.Node | None = None) -> torch.fx.Node:
        """Replaces an operand of a shader by a copy, which is created unless it is given."""
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
