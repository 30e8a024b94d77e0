"""For the yaml files in ExecuTorch's wheel, etgen registers the same kernels as ExecuTorch's generator."""

import pathlib
import re
import subprocess

import pytest
from conftest import COMPILER, run_etgen
from etgen import cpp_types, resolution

gen = pytest.importorskip("executorch.codegen.gen")
torchgen = pytest.importorskip("torchgen")
et_cpp = pytest.importorskip("executorch.codegen.api.et_cpp")
from executorch.codegen.api.types import ExecutorchCppSignature  # noqa: E402
from torchgen.context import native_function_manager  # noqa: E402
from torchgen.selective_build.selector import SelectiveBuilder  # noqa: E402

WHEEL = pathlib.Path(gen.__file__).parent.parent
NATIVE = pathlib.Path(torchgen.__file__).parent / "packaged/ATen/native"

C10 = "executorch/runtime/core/portable_type/c10"
SPECIALISED = "runtime/kernel/test/functions.yaml"

# All yaml files of kernels in the wheel; its other yaml files have no kernels.
FILES = {
    "kernels/portable/functions.yaml",
    "kernels/portable/custom_ops.yaml",
    "kernels/portable/et_copy_ops.yaml",
    "kernels/quantized/quantized.yaml",
    SPECIALISED,
    "backends/cadence/aot/functions.yaml",
    "backends/cadence/aot/functions_fusion_g3.yaml",
    "backends/cadence/aot/functions_hifi.yaml",
    "backends/cadence/aot/functions_vision.yaml",
    "backends/cortex_m/ops/operators.yaml",
}


def test_the_list_is_complete():
    found = {
        str(path.relative_to(WHEEL))
        for path in WHEEL.rglob("*.yaml")
        if re.search(r"^ *(- )?kernel_name:|^ +kernels:", path.read_text(), re.MULTILINE)
    }
    assert found == FILES


def registered_by_them(path: pathlib.Path) -> set[tuple[str, str, str, str]]:
    """(operator, key, kernel, its C++ declaration) of each kernel that ExecuTorch's generator registers."""
    selector = SelectiveBuilder.get_nop_selector()
    parsed, _ = gen.parse_yaml_files(
        str(NATIVE / "tags.yaml"), str(NATIVE / "native_functions.yaml"), str(path), None, selector, False
    )
    kernels = set()
    for function in parsed.native_functions:
        for key, meta in parsed.kernel_index.get_kernels(function).items():
            with native_function_manager(function):
                signature = ExecutorchCppSignature.from_native_function(function)
                declaration = signature.decl(name="f", include_context=False)
            name = f"{function.namespace}::{function.func.name}"
            kernel = f"{meta.cpp_namespace}::{meta.kernel}".lstrip(":")
            kernels.add((name, key.to_native_string(), kernel, plain(declaration)))
    return kernels


def registered_by_us(path: pathlib.Path, directory: pathlib.Path) -> set[tuple[str, str, str, str]]:
    """The registrations that etgen generates, through its command line."""
    selection, resolved = directory / "selection.yaml", directory / "resolution.json"
    for command in (
        ["select", "--include-all-operators", "--output", selection],
        ["resolve", "--selection", selection, "--functions-yaml", path, "--output", resolved],
        ["generate", "--resolution", resolved, "--output-dir", directory],
    ):
        result = run_etgen(*command)
        assert result.returncode == 0, result.stderr
    kernels = set()
    for op in resolution.read(str(resolved)).operators:
        parameters = ", ".join(p.declaration for p in cpp_types.parameters(op.schema))
        declaration = plain(f"{cpp_types.return_type(op.schema)} f({parameters})")
        for kernel in op.kernels:
            name = f"{kernel.cpp_namespace}::{kernel.cpp_function}".lstrip(":")
            key = "default" if kernel.key is None else resolution.format_key(kernel.key)
            kernels.add((str(op.name), key, name, declaration))
    return kernels


def plain(declaration: str) -> str:
    """A declaration with the spelling differences of the two generators removed."""
    declaration = re.sub(r"(::)?\b(torch::executor|executorch::aten|std)::", "", declaration)
    for theirs_, ours_ in {
        "TensorList": "ArrayRef<Tensor>",
        "IntArrayRef": "ArrayRef<int64_t>",
        "ArrayRef<optional<Tensor> >": "ArrayRef<optional<Tensor>>",
    }.items():
        declaration = declaration.replace(theirs_, ours_)
    return declaration.replace(" ", "")


@pytest.mark.parametrize("name", sorted(FILES - {SPECIALISED}))
def test_the_same_kernels_are_registered(name, tmp_path):
    expected = registered_by_them(WHEEL / name)
    assert len(expected) > 0
    assert registered_by_us(WHEEL / name, tmp_path) == expected


def test_specialised_keys_are_those_that_the_runtime_looks_up(tmp_path):
    """ExecuTorch's generator leaves out the return slot, so that its keys match no call of a program."""
    path = WHEEL / SPECIALISED
    their_keys = {(op, key): kernel for op, key, kernel, _ in registered_by_them(path)}
    our_keys = {(op, key): kernel for op, key, kernel, _ in registered_by_us(path, tmp_path)}
    assert len(their_keys) == 1
    assert our_keys == {(op, f"{key}|{key.split('|')[-1]}"): k for (op, key), k in their_keys.items()}


@pytest.mark.parametrize("name", sorted(FILES))
def test_what_is_generated_compiles(name, tmp_path):
    registered_by_us(WHEEL / name, tmp_path)
    include = WHEEL / "include"
    unit = tmp_path / "RegisterCodegenUnboxedKernelsEverything.cpp"
    (tmp_path / "all_headers.cpp").write_text('#include "Functions.h"\n#include "selected_op_variants.h"\n')
    for source in (unit, tmp_path / "all_headers.cpp"):
        subprocess.run(
            [
                *COMPILER,
                *("-std=c++17", "-fsyntax-only", "-Wall", "-Werror", "-DC10_USING_CUSTOM_GENERATED_MACROS"),
                *(f"-isystem{path}" for path in (include, include / C10)),
                f"-I{tmp_path}",
                source,
            ],
            check=True,
        )
