"""From GLSL to numbers: a `.pte`, the VGF in it, and what that computes on a Vulkan device."""

import importlib

import environment
import packages
import pytest

pytestmark = [environment.needs_glslc, environment.needs_lowering]
torch = pytest.importorskip("torch")
numpy = pytest.importorskip("numpy")

SHAPES = {
    "buffer": (4097,),
    "buffer of one": (1,),
    "buffer of rank 4": (2, 3, 5, 7),
    "buffer of rank 0": (),
    "one channel": (1, 1, 17, 2),
    "two channels": (1, 2, 6, 18),
    "three channels": (1, 3, 9, 8),
    "four channels": (1, 4, 33, 65),
}

# What comes out of the runner without its shape: a buffer that no graph follows, and a tensor of rank 0.
SHAPELESS = ("buffer of one", "buffer of rank 0")


def forward(model, buffer, one, rank4, rank0, gray, flow, rgb, rgba):
    """Each operator between others: of ATen, of the same package, and at an end of the model."""
    ops = torch.ops.shader_test
    return (
        torch.relu(ops.scale_add(buffer * 2)),
        ops.scale_add(one + 1),
        ops.scale_add(rank4.transpose(1, 3)) * 0.5,
        ops.scale_add(rank0) * 2,
        ops.gray(torch.sigmoid(gray)) - 1,
        ops.flow_pool(flow * 2, model.weights) + 1,
        ops.rgb(rgb + 1) * 2,
        torch.clamp(ops.rgba(ops.rgba(rgba)), 0, 100),
    )


@pytest.fixture(scope="module")
def arm():
    return importlib.import_module("arm")


class Lowered:
    """A model on its way."""

    def __init__(self, arm, directory, function, shapes, name):
        generator = torch.Generator().manual_seed(0)
        self.arm = arm
        self.inputs = tuple(torch.randn(shape, generator=generator) for shape in shapes)
        self.model = arm.Model(function)
        (vgf,) = arm.vgfs(arm.lower(self.model, self.inputs, names=(name,)))
        self.vgf = directory / "model.vgf"
        self.vgf.write_bytes(vgf)

    def numbers(self):
        """Pairs of what the device computed and what the references do."""
        with torch.no_grad():
            expected = self.model(*self.inputs)
        outputs = self.arm.run(self.vgf, self.inputs)
        return zip(outputs, expected if isinstance(expected, tuple) else (expected,), strict=True)


@pytest.fixture(scope="module")
def lowered(arm, tmp_path_factory):
    packages.load("ops")
    return Lowered(arm, tmp_path_factory.mktemp("ops"), forward, SHAPES.values(), "ops")


@pytest.fixture(scope="module")
def tensors(arm, tmp_path_factory):
    if environment.compiling_tensors():
        pytest.skip(environment.compiling_tensors())
    packages.load("tensors")

    def halve(model, x, y):
        return torch.ops.shader_test.halve(x + 1) * 3, torch.ops.shader_test.halve(y)

    return Lowered(arm, tmp_path_factory.mktemp("tensors"), halve, [(5, 7), (64, 65)], "tensors")


BUFFER = ["STORAGE_BUFFER R32_SFLOAT"] * 2
RGBA = ["COMBINED_IMAGE_SAMPLER R32G32B32A32_SFLOAT", "STORAGE_IMAGE R32G32B32A32_SFLOAT"]


def test_vgf_holds_each_call(lowered):
    expected = [
        ("scale_add", [65, 1, 1], BUFFER),
        *[("scale_add", [1, 1, 1], BUFFER)] * 2,
        ("scale_add", [4, 1, 1], BUFFER),
        ("gray", [1, 3, 1], ["COMBINED_IMAGE_SAMPLER R32_SFLOAT", "STORAGE_IMAGE R32_SFLOAT"]),
        ("flow_pool", [1, 2, 1], ["STORAGE_IMAGE R32G32_SFLOAT", *BUFFER]),
        ("rgb", [1, 2, 1], RGBA),
        ("rgba", [9, 5, 1], RGBA),
        ("rgba", [9, 5, 1], RGBA),
    ]
    directory = packages.path_of("ops")
    described = [((directory / f"shader_test_{name}.spv").read_bytes(), *rest) for name, *rest in expected]
    assert sorted(lowered.arm.shaders(lowered.vgf)) == sorted(described)


@environment.needs_running
def test_numbers_are_those_of_the_references(lowered):
    for name, (output, expected) in zip(SHAPES, lowered.numbers(), strict=True):
        output = output.reshape(expected.shape) if name in SHAPELESS else output
        assert output.shape == tuple(expected.shape), name
        torch.testing.assert_close(
            torch.from_numpy(output), expected, msg=lambda text, name=name: f"{name}: {text}"
        )


def test_vgf_holds_tensors(tensors):
    spirv = (packages.path_of("tensors") / "shader_test_halve.spv").read_bytes()
    kinds = ["TENSOR_ARM R32_SFLOAT"] * 2
    assert sorted(tensors.arm.shaders(tensors.vgf)) == sorted(
        [(spirv, [1, 1, 1], kinds), (spirv, [9, 8, 1], kinds)]
    )


@environment.needs_running
def test_numbers_of_tensors(tensors):
    for output, expected in tensors.numbers():
        torch.testing.assert_close(torch.from_numpy(output), expected)
