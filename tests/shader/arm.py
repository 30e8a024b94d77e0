"""Lowers models with the operators of the test packages through the Arm backend, and runs the results."""

import json
import os
import pathlib
import re
import subprocess

import environment
import numpy
import packages
import torch
from etgen.shader.formats import FORMATS
from executorch.backends.arm.vgf import VgfCompileSpec, VgfPartitioner
from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
from executorch.exir._serialize._program import deserialize_pte_binary
from executorch.exir.schema import DelegateCall

os.environ["MODEL_CONVERTER_PATH"] = str(environment.converter())


class Model(torch.nn.Module):
    """A model that is a function of its inputs and of a parameter."""

    def __init__(self, function):
        super().__init__()
        self.function = function
        self.weights = torch.nn.Parameter(torch.tensor([2.0, -3.0]))

    def forward(self, *inputs):
        """Calls the function."""
        return self.function(self, *inputs)


def lower(model: torch.nn.Module, inputs: tuple, names: tuple = ("ops",), **flags) -> bytes:
    """The `.pte` of a model; its delegates contain the operators of these test packages."""
    return lower_with([packages.load(name) for name in names], model, inputs, **flags)


def lower_with(modules: list, model: torch.nn.Module, inputs: tuple, **flags) -> bytes:
    """Lowers with a partitioner for the operators of these packages."""
    partitioner = VgfPartitioner(VgfCompileSpec())
    for module in modules:
        module.install(partitioner)
    return lowered(partitioner, model, inputs, **flags)


def lowered(partitioner: VgfPartitioner, model: torch.nn.Module, inputs: tuple, **flags) -> bytes:
    """The `.pte` of a model, delegated as far as possible by this partitioner."""
    exported = torch.export.export(model.eval(), inputs, **flags)
    # The check iterates over the results of tosa.CUSTOM, and fails for those of rank 0.
    config = EdgeCompileConfig(_check_ir_validity=False)
    edge = to_edge_transform_and_lower(exported, partitioner=[partitioner], compile_config=config)
    return bytes(edge.to_executorch().buffer)


def refusal(function, *inputs: torch.Tensor, names: tuple = ("ops",), **flags) -> str:
    """The message for a refused graph: the first error, without those that pass managers wrap it in."""
    try:
        lower(Model(function), inputs, names, **flags)
    except Exception as caught:  # the last one of a chain
        error = caught
        while error.__cause__ is not None:
            error = error.__cause__
        assert type(error).__name__ == "ContractError", error
        for line in str(error).splitlines():
            assert re.match(r"(\w+)::(\w+), node \1_\2_default: (\w+ )?\[", line), line
        return str(error)
    raise AssertionError("it was lowered")


def vgfs(pte: bytes) -> list[bytes]:
    """The VGFs that a `.pte` contains."""
    program = deserialize_pte_binary(pte).program
    assert {delegate.id for plan in program.execution_plan for delegate in plan.delegates} == {"VgfBackend"}
    return [bytes(data.data) for data in program.backend_delegate_data]


def dump(vgf: pathlib.Path, *flags: str) -> bytes:
    """The output of Arm's vgf_dump for a VGF."""
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
    """The outputs of a VGF for these inputs, on lavapipe; buffers are returned as flat arrays."""
    scenario = json.loads(dump(vgf, "--scenario-template"))
    dtypes = _output_dtypes(json.loads(dump(vgf)))
    outputs = []
    for resource in scenario["resources"]:
        for kind, fields in resource.items():
            match = re.fullmatch("(input|output)_([0-9]+)_ref", fields["uid"])
            if match and match[1] == "input":
                value = inputs[int(match[2])].numpy()
                fields["src"] = f"input{match[2]}.npy"
                # The converter turns rank 0 into rank 1.
                numpy.save(vgf.parent / fields["src"], value.reshape(fields.get("dims", value.shape)))
                if kind == "buffer":
                    fields["size"] = value.nbytes
            elif match:
                fields["dst"] = f"output{match[2]}.npy"
                outputs.append((int(match[2]), vgf.parent / fields["dst"], kind))
    # The VGF contains its shaders; the template lists them so that they can be replaced.
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
    return [
        array.view(dtype) if kind == "buffer" else array
        for (array, kind), dtype in zip(arrays, dtypes, strict=True)
    ]


def run_model(pte: bytes, inputs: tuple, directory: pathlib.Path) -> list[torch.Tensor]:
    """The outputs of a model that consists of one delegate, for these inputs.

    Raises:
      ValueError: there are operators outside the delegate.
    """
    plan = deserialize_pte_binary(pte).program.execution_plan[0]
    (vgf,) = vgfs(pte)
    calls = [i.instr_args for chain in plan.chains for i in chain.instructions]
    if len(calls) != 1 or not isinstance(calls[0], DelegateCall):
        raise ValueError("operators outside of the delegate")
    path = directory / "model.vgf"
    path.write_bytes(vgf)
    values = dict(zip(plan.inputs, inputs, strict=True))
    # The delegate's inputs and outputs have their own order.
    arguments = [values[index] for index in calls[0].args if index in values]
    results = [index for index in calls[0].args if index not in values]
    outputs = map(torch.from_numpy, run(path, tuple(arguments)))
    values |= dict(zip(results, outputs, strict=True))
    return [values[index] for index in plan.outputs]


def _output_dtypes(described: dict) -> list[str]:
    """The dtypes of a model's outputs, as numpy's names."""
    resources = {r["index"]: r for r in described["resources"]}
    formats = [resources[b["mrt_index"]]["vk_format"] for b in described["model_sequence"]["outputs"]]
    return [FORMATS[name.removeprefix("VK_FORMAT_")].dtype for name in formats]
