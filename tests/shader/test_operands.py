"""The values that the shaders of a converted model are bound to, if Arm's converter folds some of them."""

import importlib

import environment
import packages
import pytest

pytestmark = [environment.needs_glslc, environment.needs_lowering, environment.quiet]
torch = pytest.importorskip("torch")

UNCHANGED = {
    "x + 0": lambda x: x + 0,
    "x - 0": lambda x: x - 0.0,
    "x * 1": lambda x: x * 1.0,
    "x / 1": lambda x: x / 1,
    "x ** 1": lambda x: x**1,
    "-(-x)": lambda x: torch.neg(torch.neg(x)),
    "x + zeros": lambda x: x + torch.zeros(x.shape),
    "x + 0 * x": lambda x: torch.add(x, x, alpha=0),
    "a sum of one": lambda x: x.unsqueeze(1).sum(1),
    "no limits": lambda x: torch.clamp(x, -torch.inf, torch.inf),
}
# Equal values that the converter treats as different.
CHANGED = {
    "x * 2 - x": lambda x: x * 2 - x,
    "two reciprocals": lambda x: 1 / (1 / x),
    "the larger of one": lambda x: torch.maximum(x, x),
}


@pytest.fixture(scope="module", autouse=True)
def arm():
    packages.load("operands")
    return importlib.import_module("arm")


@pytest.fixture
def no_folding(monkeypatch):
    """Simulates arithmetic that the package does not know to be folded."""
    folding = packages.module("operands", "folding").Folding
    monkeypatch.setattr(folding, "value", lambda self, node: node)
    monkeypatch.setattr(folding, "is_zero", lambda self, node: False)


def weigh(x, y, z):
    return torch.ops.shader_operands.weigh(x, y, z)


def double(x):
    return torch.ops.shader_operands.double(x)


def pair(function):
    """A value, and a function of it that must be distinguished from it."""
    return lambda model, x, z: weigh(x + 3, function(x + 3), z)


def image_then_buffer(function):
    """A value as an image, and as a buffer, with arithmetic between."""
    return lambda model, x, z: weigh(function(double(x)), x + 1, z)


def values(*shapes):
    generator = torch.Generator().manual_seed(0)
    return tuple(torch.randint(1, 9, shape, generator=generator).float() for shape in shapes)


def two(shape=(16,)):
    return values(shape, shape)


@pytest.mark.parametrize("name", UNCHANGED)
def test_refuses_one_value_after_folding(arm, name):
    message = arm.refusal(pair(UNCHANGED[name]), *two(), names=("operands",))
    assert "y [H11]: it is the same value as x, after Arm's converter has removed arithmetic" in message


@pytest.mark.parametrize("name", ["x * 1", "x + zeros"])
def test_refuses_an_image_as_a_buffer_after_folding(arm, name):
    message = arm.refusal(image_then_buffer(UNCHANGED[name]), *two((2, 3, 1)), names=("operands",))
    assert (
        "[H8]: the value is a storage_image here, and a buffer in shader_operands_weigh_default, after"
        in message
    )
    assert "(hint: use kind: tensor, or the same kind for both)" in message


class TestConverted:
    """The converted model is judged, whether or not the folding was known before."""

    def test_refuses_one_value_for_two(self, arm, no_folding):
        message = arm.refusal(pair(UNCHANGED["x * 1"]), *two(), names=("operands",))
        assert "[H11]: the converter merges two arguments into one, and leaves binding 2 unused" in message

    def test_refuses_an_image_and_a_buffer_of_one_value(self, arm, no_folding):
        message = arm.refusal(image_then_buffer(UNCHANGED["x * 1"]), *two((2, 3, 1)), names=("operands",))
        assert "[H8]: the converted model has the value as buffer and as storage_image" in message

    def test_refuses_inputs_in_another_order(self, arm, no_folding):
        def swapped(model, x, y, z):
            return weigh(x, y, z * 1.0)

        message = arm.refusal(swapped, *values((16,), (16,), (16,)), names=("operands",))
        assert "x [H14]: the converter binds it to another input of the model" in message

    def test_refuses_an_image_that_the_runtime_leaves_empty(self, arm, no_folding):
        def both(model, x):
            return torch.abs(x), double(x * 1.0)

        message = arm.refusal(both, *values((2, 3, 1)), names=("operands",))
        assert "x [H14]: it shares the memory of an input or output of the model" in message


RIGHT = {
    **{name: (pair(function), 2) for name, function in CHANGED.items()},
    "inputs in another order": (lambda model, x, y, z: weigh(x, y, z * 1.0), 3),
    "an input that is not used": (lambda model, x, y, z: weigh(x, y * 0.0 + z, y), 3),
    "equal constants": (lambda model, x: weigh(x, model.first, model.second), 1),
    "one constant twice": (lambda model, x: weigh(model.first, x, model.first), 1),
    "constants of zeros": (lambda model, x: weigh(x, model.zeros, x * 0.0), 1),
}


@environment.needs_running
@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("size", [1, 16])
def test_numbers_where_the_contract_is_kept(arm, tmp_path, name, size):
    function, count = RIGHT[name]
    inputs = values(*[(size,)] * count)
    model = arm.Model(function)
    constants = {"first": torch.ones(size), "second": torch.ones(size), "zeros": torch.zeros(size)}
    for constant, value in constants.items():
        model.register_buffer(constant, value)
    with torch.no_grad():
        expected = model(*inputs)
    (output,) = arm.run_model(arm.lower(model, inputs, ("operands",)), inputs, tmp_path)
    torch.testing.assert_close(output.reshape(expected.shape), expected)


SHARED = {
    # The runtime would fill the tensor with the input, and then overwrite it with the empty image.
    "an input that is an image as well": lambda model, x: (torch.abs(x), double(x) + 1),
    # The runtime would read the output with the row pitch of the image's memory.
    "an output that is an image as well": lambda model, x: (torch.abs(x - 5), double(torch.abs(x - 5)) + 1),
    "an image of another shape": lambda model, x: (
        double(double(x + 1).reshape(65, 2, 1)) + 1,
        double(x + 1).reshape(65, 2, 1) + 0.0,
    ),
}


@environment.needs_running
@pytest.mark.parametrize("name", SHARED)
def test_numbers_of_images_that_share_a_value(arm, tmp_path, name):
    inputs = values((2, 65, 1))
    model = arm.Model(SHARED[name])
    outputs = arm.run_model(arm.lower(model, inputs, ("operands",)), inputs, tmp_path)
    for output, expected in zip(outputs, model(*inputs), strict=True):
        torch.testing.assert_close(output, expected)
