"""Fuses the operators of a program, one kind after the other."""

from __future__ import annotations

import copy
from typing import Any

import torch
from executorch.exir import EdgeProgramManager
from torch.export import ExportedProgram

from rules_executorch.passes import operators, quantized_operators  # noqa: F401 - defines them
from rules_executorch.passes.constants import Constants, unused_constants
from rules_executorch.passes.convolutions import fuse_convolutions
from rules_executorch.passes.linears import fuse_linears
from rules_executorch.passes.quantized import fuse_quantized
from rules_executorch.passes.softmaxes import fuse_softmaxes
from rules_executorch.passes.sums import fuse_sums

_HINT = "give fuse the result of to_edge or to_edge_transform_and_lower, before to_executorch"


def fused(program: Any) -> Any:
    """The program of an `EdgeProgramManager`, or one of its methods, with fused operators."""
    if isinstance(program, ExportedProgram):
        return _fused_method(program)
    if not isinstance(program, EdgeProgramManager):
        raise TypeError(f"fuse: a program cannot be {type(program).__name__}\nhint: {_HINT}")
    result = copy.copy(program)
    result._edge_programs = {name: _fused_method(method) for name, method in program._edge_programs.items()}
    return result


def _fused_method(program: ExportedProgram) -> ExportedProgram:
    if program.dialect != "EDGE":
        raise TypeError(f"fuse: the program is in the {program.dialect} dialect, not in EDGE\nhint: {_HINT}")
    result = _copied(program)
    graph = result.graph_module.graph
    unused = frozenset(node.name for node in unused_constants(result))
    constants = Constants(result)
    # Quantized operators first: the others would take parts of them.
    for fuse_kind in (fuse_quantized, fuse_convolutions, fuse_linears, fuse_sums, fuse_softmaxes):
        fuse_kind(graph, constants)
    graph.eliminate_dead_code()
    constants.remove_unused(unused)
    graph.lint()
    result.graph_module.recompile()
    return result


def _copied(program: ExportedProgram) -> ExportedProgram:
    """A program with a graph of its own, and with the same tensors."""
    module = torch.fx.GraphModule(program.graph_module, copy.deepcopy(program.graph_module.graph))
    module.meta.update(program.graph_module.meta)
    return ExportedProgram(
        root=module,
        graph=module.graph,
        graph_signature=copy.deepcopy(program.graph_signature),
        state_dict=dict(program.state_dict),
        range_constraints=copy.copy(program.range_constraints),
        module_call_graph=copy.deepcopy(program.module_call_graph),
        example_inputs=program.example_inputs,
        constants=dict(program.constants),
        verifiers=program.verifiers,
    )
