"""Kernels for certain dtypes and dim orders: each call of a model reaches the kernel of its yaml."""

import subprocess

from conftest import ROOT, build, run_bazel

PACKAGE = "tests/registration/specialised"


def test_each_call_is_served_by_its_kernel():
    """The kernel prints a line for each call."""
    binary = build(f"//{PACKAGE}:run_model") / PACKAGE / "run_model"
    model = ROOT / PACKAGE / "specialised.pte"
    said = subprocess.run([binary, model], capture_output=True, text=True, check=True).stdout
    assert said.partition(str(model))[0].split() == [
        "to_channels_last",
        "add_float_or_double",
        "add_float_or_double",
        "add_half",
        "add_contiguous",
        "add_channels_last",
        "add_others",
        "add_numbers",
        "cat_float",
        "where_float",
        "layer_norm",
        "layer_norm_with_weights",
    ]


def test_a_call_without_kernel_is_refused_at_build_time():
    result = run_bazel("build", "--noshow_progress", f"//{PACKAGE}:refused_test")
    assert result.returncode == 1
    add = "aten::add.out: no kernel for a call with "
    for call in ("Half(0,1)", "Float(0,2,3,1)", "Float(0)", "Float()"):
        assert f"{add}{call}, " in result.stderr
    assert f"{add}Float(0,1,2,3)" not in result.stderr  # this library has a kernel for the key
    assert "aten::cat.out: no kernel (method forward" in result.stderr
    assert "hint: kernel library portable has it: add the model" in result.stderr
