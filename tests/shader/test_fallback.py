"""Programs that call an operator with a shader outside Arm's delegates: the check of kernels and backends.

The kernels are those of ops.yaml. `//examples/08_shader_operators:model_test` runs such kernels.
"""

import json

import environment
import packages
import pytest
from conftest import run_etgen

pytestmark = [environment.needs_glslc, environment.quiet]
torch = pytest.importorskip("torch")
exir = pytest.importorskip("executorch.exir")

KERNELS = ("--custom-ops-yaml", packages.OPS / "ops.yaml")
# Another library of the app, without the operator.
OTHER = """\
- func: other::op.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)
  kernels: [{arg_meta: null, kernel_name: other::op_out}]
"""


class Alone(torch.nn.Module):
    """A model that consists of the operator only."""

    def forward(self, x):
        return torch.ops.shader_test.scale_add(x)


class Between(torch.nn.Module):
    """The operator between parts that Vulkan's backend delegates."""

    def forward(self, x):
        return torch.relu(torch.ops.shader_test.scale_add(torch.relu(x)))


def export(path, model, *partitioners):
    """Writes a program that these partitioners delegate as far as possible."""
    packages.load("ops")
    exported = torch.export.export(model.eval(), (torch.ones(2, 3),))
    edge = exir.to_edge_transform_and_lower(exported, partitioner=list(partitioners))
    path.write_bytes(edge.to_executorch().buffer)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """`cpu.pte` and `vulkan.pte`, and the kernels and backends that an app with either may link."""
    directory = tmp_path_factory.mktemp("app")
    vulkan = pytest.importorskip("executorch.backends.vulkan.partitioner.vulkan_partitioner")
    export(directory / "cpu.pte", Alone())
    export(directory / "vulkan.pte", Between(), vulkan.VulkanPartitioner())
    described = {"label": "//vendor:vulkan", "backends": ["VulkanBackend"]}
    (directory / "vulkan.json").write_text(json.dumps(described))
    (directory / "other.yaml").write_text(OTHER)
    select(directory, "--model", "cpu.pte", *KERNELS, output="kernels.json")
    select(directory, "--op", "other::op.out", "--custom-ops-yaml", "other.yaml", output="other.json")
    return directory


def select(directory, wanted, value, *kernels, output):
    """Resolves a selection with these kernels."""
    for args in (
        ("select", wanted, value, "--output", "selection.yaml"),
        ("resolve", "--selection", "selection.yaml", *kernels, "--output", output),
    ):
        result = run_etgen(*args, cwd=directory)
        assert result.returncode == 0, result.stderr


def check(app, model, *flags):
    """The output of the check of a binary: its proof, or its errors."""
    result = run_etgen("check", "--model", model, *flags, "--output", "proof.txt", cwd=app)
    return (app / "proof.txt").read_text() if result.returncode == 0 else result.stderr


HAS_KERNEL = ("--resolution", "kernels.json")
HAS_BACKEND = ("--backend-library", "vulkan.json")


def test_a_kernel_of_the_cpu_is_proven(app):
    assert "cpu.pte: 1 different calls, each has exactly one kernel" in check(app, "cpu.pte", *HAS_KERNEL)


@pytest.mark.parametrize(
    ("model", "flags"), [("cpu.pte", ("--resolution", "other.json")), ("vulkan.pte", HAS_BACKEND)]
)
def test_without_a_kernel_both_ways_out_are_said(app, model, flags):
    error = check(app, model, *flags)
    assert f"error: {model}: shader_test::scale_add.out: no kernel (method forward, instruction " in error
    assert "add the kernel library that has it, write a kernel and declare it in a custom_ops_yaml" in error
    assert "if it has a shader, by install(partitioner) of its et_shader_custom_op" in error


def test_a_backend_and_a_kernel_are_proven_together(app):
    proof = check(app, "vulkan.pte", *HAS_KERNEL, *HAS_BACKEND)
    assert "vulkan.pte: 1 different calls, each has exactly one kernel" in proof
    assert "vulkan.pte: delegates to VulkanBackend: 2, each has exactly one backend" in proof


def test_without_the_backend_it_is_said(app):
    error = check(app, "vulkan.pte", *HAS_KERNEL)
    assert "error: vulkan.pte: VulkanBackend: no backend (method forward, instruction " in error
    assert "declare the C++ library that registers VulkanBackend with et_backend_library" in error
    assert "scale_add" not in error
