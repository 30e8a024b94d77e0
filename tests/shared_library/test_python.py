"""Python loads the shared library of all kernels, with the libraries of the ExecuTorch wheel."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import MODELS, ROOT, build
from etgen import functions_yaml, opset

WHEEL = pathlib.Path(importlib.util.find_spec("executorch").submodule_search_locations[0])
OPS = {str(entry.name) for entry in functions_yaml.read(str(ROOT / "kernels/portable/functions.yaml"))}


@pytest.fixture(scope="module")
def library():
    return build("//kernels:all_kernels_shared") / "kernels/libet_kernels_all.so"


def run(script: str, *args: object, **env: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", script, *map(str, args)],
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_needs_the_runtime_and_names_no_place(library):
    dynamic = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    assert "libexecutorch.so" in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    paths = ":".join(re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic)).split(":")
    assert "$ORIGIN" in paths
    assert [path for path in paths if not path.startswith("$ORIGIN")] == []


def test_exports_nothing(library):
    symbols = subprocess.run(
        ["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True
    )
    assert symbols.stdout == ""


_COUNT = """
import ctypes, sys

class Kernels(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]

runtime = ctypes.CDLL(sys.argv[1])
registered = runtime._ZN10executorch7runtime22get_registered_kernelsEv
registered.restype = Kernels
print(registered().size)
ctypes.CDLL(sys.argv[2])
print(registered().size)
"""


def test_loading_it_registers_every_kernel(library):
    before, after = map(int, run(_COUNT, WHEEL / "lib/libexecutorch.so", library).split())
    assert before == len(opset.prim_ops())
    assert after - before == len(OPS)


_FORWARD = """
import sys
import numpy, torch
from executorch.extension.pybindings import _C

print(*_C._get_operator_names())
model = _C._load_for_executorch(sys.argv[1] + ".pte")
(output,) = model.forward((torch.from_numpy(numpy.load(sys.argv[1] + ".input0.npy")),))
torch.testing.assert_close(output, torch.from_numpy(numpy.load(sys.argv[1] + ".output0.npy")))
"""


@pytest.mark.parametrize("model", ["mobilenet_v2", "transformer"])
def test_the_wheels_own_extension_runs_models_on_it(library, tmp_path, model):
    """The library is loaded instead of the wheel's kernel library, under its name."""
    (tmp_path / "libexecutorch_kernels_optimized.so").symlink_to(library)
    # Link the wheel's runtime: the library's own run paths lead to Bazel's copy of it.
    (tmp_path / "libexecutorch.so").symlink_to(WHEEL / "lib/libexecutorch.so")
    output = run(_FORWARD, MODELS / model, LD_LIBRARY_PATH=str(tmp_path))
    names = set(output.splitlines()[0].split())
    assert names == OPS | {str(op) for op in opset.prim_ops()}
