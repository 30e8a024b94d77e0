"""Arm's tools accept what the contract accepts: operators of valid cases are lowered to a VGF with formats.

These cases are at the limits of the contract. test_end_to_end.py compares results for common dtypes and
shapes.
"""

import importlib
import json
import sys

import cases
import pytest
import shaders
from conftest import ROOT, run_etgen

sys.path.append(str(ROOT / "tests/shader"))
import environment

pytestmark = environment.needs_lowering
torch = pytest.importorskip("torch")

LOWERED = {
    "bool, a byte each": ["STORAGE_BUFFER R8_BOOL_ARM"] * 2,
    "int16": ["STORAGE_BUFFER R16_SINT"] * 2,
    "whole numbers, nearest": ["COMBINED_IMAGE_SAMPLER R8G8B8A8_SINT", "STORAGE_IMAGE R8G8B8A8_SINT"],
    "tensors of int8": ["TENSOR_ARM R8_SINT"] * 2,
    "structs of three": ["STORAGE_BUFFER R32_SFLOAT"] * 2,
    "a number alone": ["STORAGE_BUFFER R32_SFLOAT"] * 2,
    "seven dimensions": ["STORAGE_BUFFER R32_SFLOAT"] * 2,
    "an image as the shader has it": [
        "COMBINED_IMAGE_SAMPLER R32G32B32A32_SFLOAT",
        "STORAGE_IMAGE R32G32B32A32_SFLOAT",
    ],
}
DTYPES = {
    "R8_BOOL_ARM": torch.bool,
    "R16_SINT": torch.int16,
    "R8G8B8A8_SINT": torch.int8,
    "R8_SINT": torch.int8,
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The cases, the package with an operator for each, and its directory."""
    directory = tmp_path_factory.mktemp("kept")
    chosen = [case for case in cases.CASES if case.about in LOWERED]
    assert len(chosen) == len(LOWERED)
    entries = []
    for i, case in enumerate(chosen):
        (entry,) = json.loads(case.yaml())
        entries.append(entry | {"func": f"kept::op{i}(Tensor x) -> Tensor"})
        (directory / f"kept_op{i}.spv").write_bytes(shaders.spirv(case.shader))
    (directory / "ops.yaml").write_text(json.dumps(entries))
    (directory / "reference.py").write_text("def op(x):\n    return x.clone()\n")
    flags = ["--custom-ops-yaml", "ops.yaml", "--spirv-dir", ".", "--output-dir", "kept_ops"]
    result = run_etgen("shader", "generate", *flags, cwd=directory)
    assert result.returncode == 0, result.stderr
    sys.path.append(str(directory))
    return chosen, entries, importlib.import_module("kept_ops"), directory


def test_arms_tools_take_what_is_kept(kept):
    chosen, entries, package, directory = kept
    arm = importlib.import_module("arm")

    def inputs_of(entry):
        dtype = DTYPES.get(entry["resources"]["x"]["format"], torch.float32)
        return torch.zeros(entry["tests"][0]["x"]).to(dtype)

    class Model(torch.nn.Module):
        def forward(self, *inputs):
            return tuple(getattr(torch.ops.kept, f"op{i}")(x) for i, x in enumerate(inputs))

    partitioner = arm.VgfPartitioner(arm.VgfCompileSpec())
    package.install(partitioner)
    exported = torch.export.export(Model(), tuple(map(inputs_of, entries)))
    config = arm.EdgeCompileConfig(_check_ir_validity=False)
    lowered = arm.to_edge_transform_and_lower(exported, partitioner=[partitioner], compile_config=config)
    (content,) = arm.vgfs(bytes(lowered.to_executorch().buffer))
    (directory / "kept.vgf").write_bytes(content)
    found = sorted((spirv, kinds) for spirv, _, kinds in arm.shaders(directory / "kept.vgf"))
    assert found == sorted((shaders.spirv(case.shader), LOWERED[case.about]) for case in chosen)
