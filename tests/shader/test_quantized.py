"""Operators with shaders in graphs that PyTorch's quantization has produced with Arm's quantizers."""

import importlib

import environment
import packages
import pytest

pytestmark = [environment.needs_glslc, environment.needs_lowering, environment.quiet]
torch = pytest.importorskip("torch")
pytest.importorskip("torchao")


class Buffers(torch.nn.Module):
    """The operator among arithmetic."""

    def forward(self, x):
        return torch.relu(torch.ops.shader_test.scale_add(torch.relu(x) * 2) + 1)


class Images(torch.nn.Module):
    """The operator between convolutions, whose weights are quantized by channel."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.before = torch.nn.Conv2d(4, 4, 3, padding=1)
        self.after = torch.nn.Conv2d(4, 4, 1)

    def forward(self, x):
        return self.after(torch.ops.shader_test.rgba(self.before(x)))


MODELS = {"buffers": (Buffers, (2, 33)), "images": (Images, (1, 4, 6, 5))}


@pytest.fixture(scope="module")
def arm():
    return importlib.import_module("arm")


def quantized(name, quantizer):
    """A model whose operators are quantized to int8, except those with shaders, and its inputs."""
    pt2e = importlib.import_module("torchao.quantization.pt2e.quantize_pt2e")
    arm_quantizer = importlib.import_module("executorch.backends.arm.quantizer")
    packages.load("ops")
    model, shape = MODELS[name]
    inputs = (torch.randn(shape, generator=torch.Generator().manual_seed(0)),)
    quantizer.set_global(arm_quantizer.get_symmetric_quantization_config())
    exported = torch.export.export(model().eval(), inputs).module(check_guards=False)
    prepared = pt2e.prepare_pt2e(exported, quantizer)
    prepared(*inputs)
    result = pt2e.convert_pt2e(prepared)
    result.eval = lambda: result  # exported modules refuse eval()
    return result, inputs


def quantized_for_vgf(name, spec):
    quantizers = importlib.import_module("executorch.backends.arm.quantizer")
    return quantized(name, quantizers.VgfQuantizer(spec))


@environment.needs_running
@pytest.mark.parametrize("name", MODELS)
def test_the_shader_computes_in_floats_within_a_quantized_model(arm, name, tmp_path):
    """By default, the backend has both profiles: a delegate has int8 arithmetic, and floats around the
    shader.
    """
    spec = arm.VgfCompileSpec()
    model, inputs = quantized_for_vgf(name, spec)
    partitioner = arm.VgfPartitioner(spec)
    packages.load("ops").install(partitioner)
    pte = arm.lowered(partitioner, model, inputs)
    expected = model(*inputs)
    (output,) = arm.run_model(pte, inputs, tmp_path)
    assert len(expected.unique()) > 20
    # Results may differ by one int8 step, if a value is halfway between two.
    step = expected.unique().diff().min().item()
    torch.testing.assert_close(output.reshape(expected.shape), expected, rtol=0, atol=1.01 * step)


def called(pte):
    """The operators that a program calls outside its delegates, and the backends of its delegates."""
    plan = deserialized(pte).execution_plan[0]
    return [f"{op.name}.{op.overload}" for op in plan.operators], [delegate.id for delegate in plan.delegates]


def deserialized(pte):
    return importlib.import_module("executorch.exir._serialize._program").deserialize_pte_binary(pte).program


class TestWithoutFloats:
    """A compile spec with TOSA's INT profile only."""

    def test_operators_on_floats_stay_outside_and_it_is_said(self, arm):
        spec = arm.VgfCompileSpec("TOSA-1.0+INT")
        model, inputs = quantized_for_vgf("buffers", spec)
        partitioner = arm.VgfPartitioner(spec)
        packages.load("ops").install(partitioner)
        said = r"scale_add will not be in the delegate: TOSA-1.0\+INT has no floats, VgfCompileSpec\(\) has"
        with pytest.warns(UserWarning, match=said):
            pte = arm.lowered(partitioner, model, inputs)
        operators, backends = called(pte)
        assert "shader_test::scale_add.out" in operators
        assert backends == ["VgfBackend"] * 2

    @environment.needs_running
    def test_operators_on_integers_are_delegated(self, arm, tmp_path):
        packages.load("dtypes")

        def forward(model, x):
            return torch.ops.shader_test.negate_int(x.permute(1, 0))

        inputs = (torch.arange(12, dtype=torch.int32).reshape(3, 4),)
        partitioner = arm.VgfPartitioner(arm.VgfCompileSpec("TOSA-1.0+INT"))
        packages.load("dtypes").install(partitioner)
        model = arm.Model(forward)
        (output,) = arm.run_model(arm.lowered(partitioner, model, inputs), inputs, tmp_path)
        assert torch.equal(output.reshape(4, 3), model(*inputs))


class TestEthosU:
    """The device runs no shaders: a CPU kernel runs the operator in floats between the delegates."""

    def test_the_operator_stays_between_the_delegates(self, arm, monkeypatch, tmp_path):
        ethosu = importlib.import_module("executorch.backends.arm.ethosu")
        backend = importlib.import_module("executorch.backends.arm.ethosu.backend")
        quantizers = importlib.import_module("executorch.backends.arm.quantizer")
        # Vela, Arm's compiler for the device, is not part of executorch.
        monkeypatch.setattr(
            backend.EthosUBackend, "preprocess", lambda *_: backend.PreprocessResult(processed_bytes=b"vela")
        )
        spec = ethosu.EthosUCompileSpec("ethos-u85-256")
        model, inputs = quantized("buffers", quantizers.EthosUQuantizer(spec))
        pte = arm.lowered(ethosu.EthosUPartitioner(spec), model, inputs)
        operators, backends = called(pte)
        assert "shader_test::scale_add.out" in operators
        assert backends == ["EthosUBackend"] * 2
