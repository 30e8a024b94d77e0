"""The constants of an exported program: parameters, buffers that are not written to, and lifted tensors."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, InputSpec, TensorArgument
from torch.fx import Node

from rules_executorch.passes.graph import arguments, name_of, value_of

_COPIES = ("dim_order_ops._to_dim_order_copy.default", "dim_order_ops._clone_dim_order.default")
_KINDS = (InputKind.PARAMETER, InputKind.BUFFER, InputKind.CONSTANT_TENSOR)


class Constants:
    """Reads the constants of a program, and adds some."""

    def __init__(self, program: ExportedProgram):
        self._program = program

    def tensor(self, node: object) -> torch.Tensor | None:
        """The tensor that a placeholder stands for, if it is constant."""
        signature = self._program.graph_signature
        if not isinstance(node, Node) or node.op != "placeholder":
            return None
        written = {*signature.buffers_to_mutate.values()}
        written |= {*getattr(signature, "parameters_to_mutate", {}).values()}
        for names in (
            signature.inputs_to_parameters,
            signature.inputs_to_buffers,
            signature.inputs_to_lifted_tensor_constants,
        ):
            if (name := names.get(node.name)) is not None:
                found = self._program.state_dict.get(name, self._program.constants.get(name))
                is_constant = isinstance(found, torch.Tensor) and name not in written
                return found.detach() if is_constant else None
        return None

    def number(self, value: Any) -> float | None:
        """A number, or the only element of a constant; None if it is not known at export."""
        if isinstance(value, bool):
            return None
        if isinstance(value, int | float):
            return float(value)
        while name_of(value) in _COPIES:
            value = arguments(value)["self" if "self" in arguments(value) else "input"]
        tensor = self.tensor(value)
        if tensor is None or tensor.numel() != 1 or tensor.dim() > 0 or tensor.is_complex():
            return None
        return float(tensor.item())

    def limit(self, value: Any) -> float | None:
        """A number that is not NaN."""
        number = self.number(value)
        return None if number is None or math.isnan(number) else number

    def add(self, name: str, tensor: torch.Tensor) -> Node:
        """A placeholder of a new constant."""
        program, graph = self._program, self._program.graph_module.graph
        specs = program.graph_signature.input_specs
        at = next((i for i, spec in enumerate(specs) if spec.kind not in _KINDS), len(specs))
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        before = placeholders[at] if at < len(placeholders) else placeholders[-1].next
        with graph.inserting_before(before):
            node = graph.placeholder(name)
        node.target = node.name
        fake = next(v for p in placeholders if (v := value_of(p)) is not None)
        node.meta["val"] = fake.fake_mode.from_tensor(tensor, static_shapes=True)
        program.constants[node.name] = tensor
        specs.insert(
            at, InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(node.name), node.name, persistent=None)
        )
        return node

    def remove_unused(self, before: frozenset[str]) -> None:
        """Removes the constants that no node uses any more, but for those in `before`."""
        program, signature = self._program, self._program.graph_signature
        specs = {spec.arg.name: spec for spec in signature.input_specs}
        for node in unused_constants(program):
            if node.name in before or node.name in signature.buffers_to_mutate.values():
                continue
            spec = specs[node.name]
            signature.input_specs.remove(spec)
            program.graph_module.graph.erase_node(node)
            if all(other.target != spec.target for other in signature.input_specs):
                program.state_dict.pop(spec.target, None)
                program.constants.pop(spec.target, None)


def unused_constants(program: ExportedProgram) -> list[Node]:
    """The placeholders of constants without users."""
    specs = {spec.arg.name: spec for spec in program.graph_signature.input_specs}
    placeholders = [node for node in program.graph_module.graph.nodes if node.op == "placeholder"]
    return [node for node in placeholders if not node.users and specs[node.name].kind in _KINDS]
