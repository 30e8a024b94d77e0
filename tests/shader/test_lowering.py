"""The graphs that the generated pass refuses, with the node and the rule; and how a package is installed."""

import importlib
import importlib.metadata
import importlib.util
import warnings

import environment
import packages
import pytest
from conftest import ROOT, run_etgen

pytestmark = [environment.needs_glslc, environment.needs_lowering, environment.quiet]
torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def arm():
    return importlib.import_module("arm")


def twice(model, x):
    return torch.ops.shader_test.flow_pool(x, x)


def twice_after_passes(model, x):
    """The backend merges both values, once it sees that the passes of the lowering undo the permutations."""
    a, b = x.permute(0, 3, 1, 2), x.transpose(1, 3).transpose(2, 3)
    return torch.ops.shader_test.flow_pool(a, b)


def scale_add(model, x):
    return torch.ops.shader_test.scale_add(x) + 1


def rgba(model, x):
    return torch.ops.shader_test.rgba(x) + 1


def flow_pool(model, x):
    return torch.ops.shader_test.flow_pool(x, model.weights)


def buffer_as_image(model, x):
    pooled = torch.ops.shader_test.flow_pool(x, model.weights)
    return torch.ops.shader_test.flow_pool(pooled, model.weights)


REFUSED = {
    "one value twice": (twice, (2, 2, 2, 2), "weights [H11]: it is the same value as image"),
    "one value in the end": (
        twice_after_passes,
        (1, 2, 2, 2),
        "weights [H11]: it is the same value as image",
    ),
    "a buffer as an image": (
        buffer_as_image,
        (1, 2, 8, 8),
        "out [H8]: the value is a buffer here, and a storage_image in",
    ),
    "channels": (rgba, (1, 3, 6, 18), "x [H5]: 3 channels do not fit R32G32B32A32_SFLOAT (4)"),
    "batch": (rgba, (2, 4, 6, 18), "x [H4]: an image has a batch of 1, not 2"),
    "rank": (rgba, (4, 6), "out [H3]: an image is [H, W, C] or [1, H, W, C], not [4, 6]"),
    "no elements": (scale_add, (0, 4), "x [H2]: the shape [0, 4] has no elements"),
    "too many groups": (scale_add, (1, 64 * 65536), "[P2]: the dispatch is [65536, 1, 1]"),
    "a written dispatch": (flow_pool, (1, 2, 131072 * 2, 2), "image [H12]"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_graphs(arm, case):
    function, shape, message = REFUSED[case]
    assert message in arm.refusal(function, torch.ones(shape))


@pytest.mark.parametrize("dtype", [torch.float16, torch.int64])
def test_refused_dtypes(arm, dtype):
    name = str(dtype).removeprefix("torch.")
    message = f"x [H7]: the value is {name}, and R32_SFLOAT is for float32"
    assert message in arm.refusal(scale_add, torch.ones(8, dtype=dtype))


def test_refused_dynamic_shapes(arm):
    rows = torch.export.Dim("rows", min=2, max=100)
    message = arm.refusal(scale_add, torch.ones(65), dynamic_shapes={"inputs": ({0: rows},)})
    assert "x [H1]: the shape [" in message
    assert "] is not static (hint: export the model with fixed shapes)" in message


def test_refuses_an_image_and_a_buffer_of_one_value(arm):
    """Lavapipe aligns each row of an image to 64 bytes; rows of a buffer have no padding."""

    def both(model, x):
        return torch.ops.shader_test.negate_texels(x), torch.ops.shader_test.negate_char(x)

    packages.load("dtypes")
    message = arm.refusal(both, torch.ones(1, 4, 5, 6, dtype=torch.int8), names=("dtypes",))
    assert (
        "x [H8]: the value is a sampled_image here, and a buffer in shader_test_negate_char_default"
        in message
    )


def test_refuses_groups_that_leave_elements_out(arm):
    def fixed(model, x):
        return torch.ops.shader_operands.fixed(x) + 1

    packages.load("operands")
    message = arm.refusal(fixed, torch.ones(129), names=("operands",))
    assert "[H10]: 128 invocations along x write 1 each, and the output has 129 elements" in message


def test_warns_of_groups_that_need_a_loop(arm):
    def strided(model, x):
        return torch.ops.shader_operands.strided(x) + 1

    packages.load("operands")
    text = (
        r"node shader_operands_strided_default \[H10\]: 128 invocations write 129 elements, which needs loops"
    )
    with pytest.warns(UserWarning, match=text):
        arm.lower(arm.Model(strided), (torch.ones(129),), ("operands",))


class TestInstall:
    def test_any_number_of_times(self, arm):
        insertions = importlib.import_module("executorch.backends.arm._passes.arm_pass_manager")
        for _ in range(3):
            partitioner = arm.VgfPartitioner(arm.VgfCompileSpec())
            for _ in range(2):
                packages.load("ops").install(partitioner)
            passes = insertions._registered_pass_insertions.values()
            own = [
                type(p).__name__
                for i in passes
                for p in i.after_passes
                if "ops_shaders" in type(p).__module__
            ]
            assert sorted(own) == ["CheckOperands", "LowerOperators"]

    def test_again_after_the_backend_forgot(self, arm):
        insertions = importlib.import_module("executorch.backends.arm._passes.arm_pass_manager")
        insertions.clear_registered_pass_insertions()
        packages.load("ops").install(arm.VgfPartitioner(arm.VgfCompileSpec()))
        assert len(insertions._registered_pass_insertions) == 2

    def test_refuses_a_tosa_name_that_is_taken(self, arm):
        backend = packages.module("ops", "arm_backend")
        packages.load("ops").install(arm.VgfPartitioner(arm.VgfCompileSpec()))
        with pytest.raises(
            ValueError, match=r"shader_test::rgba belongs to ops_shaders\.lowering: choose another"
        ):
            backend.register_fake("shader_test::rgba", twice)

    def test_refuses_what_is_no_partitioner(self):
        with pytest.raises(
            TypeError, match="list is not a partitioner of the Arm backend, such as VgfPartitioner"
        ):
            packages.load("ops").install([])

    def test_refuses_an_ethos_u(self):
        ethosu = pytest.importorskip("executorch.backends.arm.ethosu")
        partitioner = ethosu.EthosUPartitioner(ethosu.EthosUCompileSpec("ethos-u85-256"))
        with pytest.raises(TypeError, match="an Ethos-U cannot run shaders: without install"):
            packages.load("ops").install(partitioner)

    def test_says_what_to_install(self, monkeypatch):
        backend = packages.module("ops", "arm_backend")
        find = importlib.util.find_spec
        monkeypatch.setattr(
            importlib.util, "find_spec", lambda name: None if name == "tosa_serializer" else find(name)
        )
        message = r"the Arm backend needs tosa-tools: pip install --no-deps tosa-tools==\S+ ml_dtypes=="
        with pytest.raises(ImportError, match=message):
            backend._refuse_incomplete()

    def test_installs_what_is_tested(self):
        """Messages name the versions of the requirements."""
        required = (ROOT / "tests/requirements_shader.txt").read_text().split()
        named = packages.module("ops", "arm_backend").INSTALL.split()[3:]
        assert named
        assert set(named) <= set(required)

    def test_makes_a_partitioner(self, arm):
        partitioner = packages.load("ops").vgf_partitioner()
        assert isinstance(partitioner, arm.VgfPartitioner)
        assert torch.ops.shader_test.rgba.default in partitioner._custom_partition_ops

    def test_refuses_an_untested_backend(self, arm, monkeypatch):
        backend = packages.module("ops", "arm_backend")
        monkeypatch.setattr(importlib.metadata, "version", lambda name: "1.6.0+cpu")
        with pytest.raises(
            ImportError, match=r"tested with the Arm backend of executorch 1\.5\.1, not of 1\.6\.0"
        ):
            backend._refuse_untested()
        monkeypatch.setenv("RULES_EXECUTORCH_UNTESTED_ARM_BACKEND", "1")
        backend._refuse_untested()


def test_without_install_kernels_run_the_operator_and_it_is_said(arm, tmp_path):
    """The model then contains the operator itself, and the check of kernels finds it."""
    model = arm.Model(lambda self, x: torch.ops.shader_test.scale_add(torch.relu(x)))
    packages.load("ops")
    for name, prepare in (("forgotten", lambda p: None), ("installed", packages.load("ops").install)):
        partitioner = arm.VgfPartitioner(arm.VgfCompileSpec())
        prepare(partitioner)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            (tmp_path / f"{name}.pte").write_bytes(arm.lowered(partitioner, model, (torch.ones(2, 3),)))
        said = "shader_test::scale_add will not be in the delegate: call ops_shaders.install(partitioner)"
        assert any(said in str(w.message) for w in caught) == (name == "forgotten")
        result = run_etgen("select", "--model", f"{name}.pte", "--output", f"{name}.yaml", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        selected = (tmp_path / f"{name}.yaml").read_text()
        assert ("shader_test::scale_add.out" in selected) == (name == "forgotten")
    kernels = ["--custom-ops-yaml", packages.OPS / "ops.yaml", "--output", "kernels.json"]
    result = run_etgen("resolve", "--selection", "forgotten.yaml", *kernels, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    (tmp_path / "vgf.json").write_text('{"label": "//app:vgf", "backends": ["VgfBackend"]}')
    flags = ["--resolution", "kernels.json", "--backend-library", "vgf.json"]
    result = run_etgen("check", "--model", "forgotten.pte", *flags, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
