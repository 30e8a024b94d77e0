"""The example, built with Bazel: in one model, Arm's delegate runs the shaders, or the CPU runs the kernels.

`//examples/08_shader_operators:model_test` compares the results of the CPU with PyTorch's.
"""

import importlib
import os
import pathlib
import subprocess
import sys

import environment
import packages
import pytest
from conftest import ROOT, build

pytestmark = [environment.needs_glslc, environment.needs_lowering, environment.quiet]
torch = pytest.importorskip("torch")
numpy = pytest.importorskip("numpy")

EXAMPLE = ROOT / "examples" / "08_shader_operators"
OPERATORS = ("rgba_bias", "scale_add", "sepia_buffer", "sepia_image")


@pytest.fixture(scope="module")
def arm():
    return importlib.import_module("arm")


@pytest.fixture(scope="module")
def package() -> pathlib.Path:
    return build("//examples/08_shader_operators:shop_ops") / "examples/08_shader_operators"


@pytest.fixture(scope="module")
def exported(package, tmp_path_factory) -> pathlib.Path:
    """The directory where export.py has written both variants of the model."""
    directory = tmp_path_factory.mktemp("example")
    script = [sys.executable, EXAMPLE / "export.py", package, directory]
    env = {**os.environ, "MODEL_CONVERTER_PATH": str(environment.converter())}
    exports = [
        subprocess.Popen([*script, *flags], env=env, stderr=subprocess.PIPE, text=True)
        for flags in ([], ["--vgf"])
    ]
    for process in exports:
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
    return directory


@pytest.fixture(scope="module")
def vgf(arm, exported) -> pathlib.Path:
    (content,) = arm.vgfs((exported / "delegated.pte").read_bytes())
    (exported / "model.vgf").write_bytes(content)
    return exported / "model.vgf"


def test_is_the_model_that_is_committed(exported):
    for name in (
        "model.pte",
        "model.input0.npy",
        "model.input1.npy",
        "model.output0.npy",
        "model.output1.npy",
    ):
        assert (exported / name).read_bytes() == (EXAMPLE / name).read_bytes(), name


def test_vgf_holds_the_shaders_that_were_built(arm, vgf, package):
    built = [(package / "shop_ops" / f"shop_{name}.spv").read_bytes() for name in OPERATORS]
    assert sorted(spirv for spirv, _, _ in arm.shaders(vgf)) == sorted(built)


@environment.needs_running
def test_numbers_are_those_of_the_cpu(arm, vgf):
    inputs = [torch.from_numpy(numpy.load(EXAMPLE / f"model.input{i}.npy")) for i in range(2)]
    for i, output in enumerate(arm.run(vgf, inputs)):
        expected = torch.from_numpy(numpy.load(EXAMPLE / f"model.output{i}.npy"))
        torch.testing.assert_close(torch.from_numpy(output).reshape(expected.shape), expected)


@environment.needs_running
def test_the_readme_runs_it(exported):
    """README.md shows the command."""
    text = (EXAMPLE / "README.md").read_text().replace("\\\n", " ").replace("/tmp/", f"{exported}/")
    (line,) = [line for line in text.splitlines() if "run_pte.py" in line]
    command = [sys.executable, *line.split()[1:]]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "as expected"


def test_cpp_kernels_may_be_the_reference(arm, tmp_path):
    """The library defines the operator; the package adds its shape and its shader."""
    library = build("//examples/03_custom_operator:my_ops_aot") / "examples/03_custom_operator"
    torch.ops.load_library(library / "libmy_ops_aot.so")
    packages.load("mish")
    x = torch.randn(4, 7, generator=torch.Generator().manual_seed(0))
    model = arm.Model(lambda self, x: torch.ops.my_ops.mish(x * 2) + 1)
    torch.testing.assert_close(model(x), torch.nn.functional.mish(x * 2) + 1)
    (vgf,) = arm.vgfs(arm.lower(model, (x,), ("mish",)))
    (tmp_path / "model.vgf").write_bytes(vgf)
    if environment.running():
        pytest.skip(environment.running())
    (output,) = arm.run(tmp_path / "model.vgf", (x,))
    torch.testing.assert_close(torch.from_numpy(output), model(x).detach())
