"""From GLSL to numbers: a `.pte`, its VGF, and the results on a Vulkan device."""

import importlib

import environment
import packages
import pytest

pytestmark = [environment.needs_glslc, environment.needs_lowering, environment.quiet]
torch = pytest.importorskip("torch")

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

# Outputs that the runner returns without a shape: a buffer that no graph follows, and a tensor of rank 0.
SHAPELESS = ("buffer of one", "buffer of rank 0")


def forward(model, buffer, one, rank4, rank0, gray, flow, rgb, rgba):
    """Each operator between others: ATen's, those of the same package, and at the inputs or outputs of the
    model.
    """
    ops = torch.ops.shader_test
    return (
        torch.relu(ops.scale_add(buffer * 2)),
        ops.scale_add(one + 1),
        ops.scale_add(rank4.transpose(1, 3)) * 0.5,
        ops.scale_add(rank0) * 2,
        ops.gray(torch.sigmoid(gray)) - 1,
        ops.flow_pool(flow * 2, model.weights) + 1,
        1 - ops.rgb(1 - rgb),
        torch.clamp(ops.rgba(ops.rgba(rgba)), 0, 100),
    )


@pytest.fixture(scope="module")
def arm():
    return importlib.import_module("arm")


class Lowered:
    """A model, and the VGF that the Arm backend generated for it."""

    def __init__(self, arm, directory, package, function, inputs):
        packages.load(package)
        self.arm, self.inputs, self.model = arm, inputs, arm.Model(function)
        (content,) = arm.vgfs(arm.lower(self.model, inputs, (package,)))
        self.package = package
        self.vgf = directory / "model.vgf"
        self.vgf.write_bytes(content)

    def assert_holds(self, expected):
        """Checks the shaders of the VGF: operator, dispatch, and kinds and formats of inputs and output."""
        directory = packages.path_of(self.package)
        shaders = [((directory / f"shader_test_{name}.spv").read_bytes(), *rest) for name, *rest in expected]
        assert sorted(self.arm.shaders(self.vgf)) == sorted(shaders)

    def assert_computes(self, names, shapeless=()):
        """Checks that the model's outputs on the device, with these names, equal those of the references."""
        with torch.no_grad():
            expected = self.model(*self.inputs)
        outputs = self.arm.run(self.vgf, self.inputs)
        for name, output, wanted in zip(names, outputs, expected, strict=True):
            result = torch.from_numpy(output.reshape(wanted.shape) if name in shapeless else output)
            torch.testing.assert_close(result, wanted, msg=lambda text, name=name: f"{name}: {text}")


def randn(*shapes):
    generator = torch.Generator().manual_seed(0)
    return tuple(torch.randn(shape, generator=generator) for shape in shapes)


@pytest.fixture(scope="module")
def floats(arm, tmp_path_factory):
    return Lowered(arm, tmp_path_factory.mktemp("ops"), "ops", forward, randn(*SHAPES.values()))


@pytest.fixture(scope="module")
def dtypes(arm, tmp_path_factory):
    def forward(model, half, int32, char, texels, padded):
        ops = torch.ops.shader_test
        return (
            torch.relu(ops.negate_half(half * 2)),
            ops.negate_int(int32.permute(1, 0)).permute(1, 0),
            ops.negate_char(char.permute(0, 1, 3, 2)).permute(0, 1, 3, 2),
            ops.negate_texels(texels.permute(0, 1, 3, 2)).permute(0, 1, 3, 2),
            ops.negate_padded_texels(padded),
        )

    half, int32, *chars = randn((5, 7), (5, 7), (1, 4, 5, 6), (1, 4, 5, 6), (1, 3, 5, 6))
    inputs = (half.half(), (int32 * 1000).int(), *((char * 30).char() for char in chars))
    return Lowered(arm, tmp_path_factory.mktemp("dtypes"), "dtypes", forward, inputs)


@pytest.fixture(scope="module")
def tensors(arm, tmp_path_factory):
    if environment.compiling_tensors():
        pytest.skip(environment.compiling_tensors())

    def forward(model, x, y):
        return torch.ops.shader_test.halve(x + 1) * 3, torch.ops.shader_test.halve(y)

    return Lowered(arm, tmp_path_factory.mktemp("tensors"), "tensors", forward, randn((5, 7), (64, 65)))


BUFFER = ["STORAGE_BUFFER R32_SFLOAT"] * 2
TENSOR = ["TENSOR_ARM R32_SFLOAT"] * 2


def images(form):
    return [f"COMBINED_IMAGE_SAMPLER {form}", f"STORAGE_IMAGE {form}"]


def test_vgf_holds_each_call(floats):
    floats.assert_holds(
        [
            ("scale_add", [65, 1, 1], BUFFER),
            ("scale_add", [1, 1, 1], BUFFER),
            ("scale_add", [1, 1, 1], BUFFER),
            ("scale_add", [4, 1, 1], BUFFER),
            ("gray", [1, 3, 1], images("R32_SFLOAT")),
            ("flow_pool", [1, 2, 1], ["STORAGE_IMAGE R32G32_SFLOAT", *BUFFER]),
            ("rgb", [1, 2, 1], images("R32G32B32A32_SFLOAT")),
            ("rgba", [9, 5, 1], images("R32G32B32A32_SFLOAT")),
            ("rgba", [9, 5, 1], images("R32G32B32A32_SFLOAT")),
        ]
    )


def test_vgf_holds_other_dtypes(dtypes):
    dtypes.assert_holds(
        [
            ("negate_half", [1, 1, 1], ["STORAGE_BUFFER R16_SFLOAT"] * 2),
            ("negate_int", [1, 1, 1], ["STORAGE_BUFFER R32_SINT"] * 2),
            ("negate_char", [2, 1, 1], ["STORAGE_BUFFER R8_SINT"] * 2),
            ("negate_texels", [1, 1, 1], images("R8G8B8A8_SNORM")),
            ("negate_padded_texels", [1, 1, 1], images("R8G8B8A8_SNORM")),
        ]
    )


def test_vgf_holds_tensors(tensors):
    tensors.assert_holds([("halve", [1, 1, 1], TENSOR), ("halve", [9, 8, 1], TENSOR)])


@environment.needs_running
class TestNumbers:
    def test_of_every_kind_and_shape(self, floats):
        floats.assert_computes(SHAPES, SHAPELESS)

    def test_of_other_dtypes(self, dtypes):
        dtypes.assert_computes(("float16", "int32", "int8", "int8 as an image", "int8 as three channels"))

    def test_of_tensors(self, tensors):
        tensors.assert_computes(("small", "large"))
