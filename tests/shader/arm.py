"""Lowers models with the operators of the test packages through the Arm backend, and runs what comes out."""

import json
import os
import pathlib
import re
import subprocess

import environment
import numpy
import packages
import torch
from executorch.backends.arm.vgf import VgfCompileSpec, VgfPartitioner
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from executorch.exir._serialize._program import deserialize_pte_binary

os.environ["MODEL_CONVERTER_PATH"] = str(environment.converter())


class Model(torch.nn.Module):
    """A model that is a function of its inputs, and of a parameter."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.weights = torch.nn.Parameter(torch.tensor([2.0, -3.0]))

    def forward(self, *inputs):
        """Calls the function."""
        return self.function(self, *inputs)


def lower(model: torch.nn.Module, inputs: tuple, names: tuple = ("ops",), **flags) -> bytes:
    """The `.pte` of a model, with the operators of these packages in its delegates."""
    partitioner = VgfPartitioner(VgfCompileSpec())
    for name in names:
        packages.load(name).install(partitioner)
    exported = torch.export.export(model.eval(), inputs, **flags)
    # The check goes through the results of tosa.CUSTOM element by element, and fails at those of rank 0.
    config = EdgeCompileConfig(_check_ir_validity=False)
    edge = to_edge_transform_and_lower(exported, partitioner=[partitioner], compile_config=config)
    return bytes(edge.to_executorch().buffer)


def vgfs(pte: bytes) -> list[bytes]:
    """The VGFs that a `.pte` holds."""
    program = deserialize_pte_binary(pte).program
    assert {delegate.id for plan in program.execution_plan for delegate in plan.delegates} == {"VgfBackend"}
    return [bytes(data.data) for data in program.backend_delegate_data]


def dump(vgf: pathlib.Path, *flags: str) -> bytes:
    """What Arm's vgf_dump says of a VGF."""
    command = [environment.vgf_dump(), "-i", vgf.name, *flags]
    return subprocess.run(command, cwd=vgf.parent, capture_output=True, check=True, timeout=60).stdout


def shaders(vgf: pathlib.Path) -> list[tuple[bytes, list[int], list[str]]]:
    """For each shader of a VGF: its SPIR-V, the dispatch, and kinds and formats of inputs and output."""
    described = json.loads(dump(vgf))
    resources = {r["index"]: r for r in described["resources"]}
    result = []
    for segment in described["model_sequence"]["segments"]:
        if segment["type"] == "COMPUTE":
            spirv = vgf.with_name(f"module{segment['module_index']}.spv")
            dump(vgf, "--dump-spirv", str(segment["module_index"]), "-o", spirv.name)
            assert [info["set_index"] for info in segment["descriptor_set_infos"]] == [0]
            bound = [resources[b["mrt_index"]] for b in segment["inputs"] + segment["outputs"]]
            kinds = [f"{r['vk_descriptor_type']} {r['vk_format']}" for r in bound]
            kinds = [re.sub("VK_(DESCRIPTOR_TYPE|FORMAT)_", "", kind) for kind in kinds]
            result.append((spirv.read_bytes(), segment["dispatch_shape"], kinds))
    return result


def run(vgf: pathlib.Path, inputs: tuple) -> list[numpy.ndarray]:
    """The outputs of a VGF for these inputs, on lavapipe; those that are buffers as flat arrays of float."""
    scenario = json.loads(dump(vgf, "--scenario-template"))
    outputs = []
    for resource in scenario["resources"]:
        for kind, fields in resource.items():
            match = re.fullmatch("(input|output)_([0-9]+)_ref", fields["uid"])
            if match and match[1] == "input":
                fields["src"] = f"input{match[2]}.npy"
                numpy.save(vgf.parent / fields["src"], inputs[int(match[2])].numpy())
            elif match:
                fields["dst"] = f"output{match[2]}.npy"
                outputs.append((int(match[2]), vgf.parent / fields["dst"], kind))
    # The VGF holds its shaders; the template is about replacing them.
    scenario["resources"] = [r for r in scenario["resources"] if "shader" not in r]
    for command in scenario["commands"]:
        command["dispatch_graph"].pop("shader_substitutions", None)
    (vgf.parent / "scenario.json").write_text(json.dumps(scenario))
    result = subprocess.run(
        [
            environment.scenario_runner(),
            "--scenario",
            "scenario.json",
            "--output",
            ".",
            "--log-level",
            "warning",
        ],
        cwd=vgf.parent,
        env=environment.vulkan(vgf.parent / "layers"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    arrays = [(numpy.load(path), kind) for _, path, kind in sorted(outputs)]
    return [array.view(numpy.float32) if kind == "buffer" else array for array, kind in arrays]
