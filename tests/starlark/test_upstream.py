"""Our macros have the parameters of ExecuTorch's own Buck macros, or document how they are replaced."""

import pytest
from conftest import ROOT
from signatures import parameters

starlark_go = pytest.importorskip("starlark_go")

# The parameters in ExecuTorch's shim_et/xplat/executorch/codegen/codegen.bzl, from 1.0 on.
UPSTREAM = {
    "et_operator_library": """name ops ops_dict model include_all_operators ops_schema_yaml_target
        server_generated_yaml_target define_static_targets _is_external_target visibility""",
    "executorch_generated_lib": """name functions_yaml_target custom_ops_yaml_target fallback_yaml_target
        define_static_targets custom_ops_aten_kernel_deps custom_ops_requires_runtime_registration
        custom_ops_requires_aot_registration visibility aten_mode manual_registration use_default_aten_ops_lib
        deps xplat_deps fbcode_deps platforms compiler_flags kernel_deps dtype_selective_build feature
        compatible_with expose_operator_symbols support_exceptions include_all_prim_ops""",
    "executorch_ops_check": "name deps platforms define_static_target",
    "exir_custom_ops_aot_lib": """name yaml_target visibility kernels deps compiler_flags define_static_target
        support_exceptions platforms""",
}
# Attributes of every rule.
COMMON = {"compatible_with", "visibility"}


def run(text: str):
    """The value of `result` after running the functions of rules/common and a text."""
    starlark = starlark_go.Starlark()
    files = ("upstream.bzl", "upstream_labels.bzl")
    starlark.exec("\n".join((ROOT / "rules/common" / name).read_text() for name in files) + text)
    return starlark.get("result")


@pytest.mark.parametrize("macro", UPSTREAM)
@pytest.mark.parametrize("directory", ["rules", "rules/buck2"])
def test_every_parameter_is_taken(macro, directory):
    own = parameters(ROOT / f"{directory}/{macro}.bzl").keys() | COMMON
    others = [name for name in UPSTREAM[macro].split() if name not in own]
    given = dict.fromkeys(others, False)
    left = f"kwargs = {given}\ntake_parameters('{macro}', '//a:b', kwargs)\nresult = kwargs\n"
    assert others
    assert run(left) == {}


def test_parameters_with_an_effect_are_returned():
    given = {"xplat_deps": [":c"], "feature": 1}
    text = f"result = take_parameters('executorch_generated_lib', '//a:b', {given})\n"
    assert run(text) == {"xplat_deps": [":c"]}


def test_aten_mode_is_an_error():
    with pytest.raises(starlark_go.errors.EvalError, match="//a:b: aten_mode is not supported"):
        run("result = take_parameters('executorch_generated_lib', '//a:b', {'aten_mode': True})\n")


LABELS = {
    ":ops": ":ops",
    "//mine:ops": "//mine:ops",
    "//executorch/kernels/portable:operators": "<//kernels/portable:portable>",
    "//executorch/kernels/optimized:optimized.yaml": "<//kernels/optimized:functions.yaml>",
    "//executorch/runtime/kernel:kernel_includes": "<//:runtime>",
    "//executorch/extension/mine:kernels": "//extension/mine:kernels",
    "//executorch/extension/mine": "//extension/mine:mine",
}


@pytest.mark.parametrize("label", LABELS)
def test_labels(label):
    text = f"def ours(label):\n    return '<' + label + '>'\nresult = translate_label('{label}', ours)\n"
    assert run(text) == LABELS[label]


def test_scalar_types():
    assert run("result = [scalar_type('Float'), scalar_type('Uint64')]\n") == ["Float", "UInt64"]
    with pytest.raises(starlark_go.errors.EvalError, match='unknown dtype "float"; known dtypes are Byte'):
        run("result = scalar_type('float')\n")
