"""Compiler errors for kernels with signatures that no operator can have."""

import importlib.util
import pathlib
import subprocess

import pytest
from conftest import ROOT

SIGNATURES = {
    "void kernel(int32_t)": "use int64_t for integers, double for floating-point numbers",
    "void kernel(const Tensor&, float)": "use int64_t for integers, double for floating-point numbers",
    "void kernel(std::vector<int64_t>&)": "every other parameter is a value or a const reference",
    "void kernel(const Tensor&, KernelRuntimeContext&)": "a kernel takes its KernelRuntimeContext& first",
    "std::tuple<int64_t, double> kernel(int64_t)": "a kernel returns what it wrote to, or one Tensor,",
}


def compile_kernel(signature):
    (wheel,) = importlib.util.find_spec("executorch").submodule_search_locations
    include = pathlib.Path(wheel) / "include"
    text = (
        '#include "rules_executorch/executorch_library.h"\n#include <vector>\n'
        "using namespace executorch::aten;\nusing executorch::runtime::KernelRuntimeContext;\n"
        f'{signature};\nEXECUTORCH_LIBRARY(t, "kernel", kernel);\n'
    )
    includes = [ROOT / "kernels/custom_ops/include", include]
    includes.append(include / "executorch/runtime/core/portable_type/c10")
    return subprocess.run(
        ["g++", "-std=c++17", "-fsyntax-only", "-x", "c++", "-DC10_USING_CUSTOM_GENERATED_MACROS"]
        + [f"-I{path}" for path in includes]
        + ["-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("signature", SIGNATURES)
def test_the_compiler_says_what_is_wrong(signature):
    result = compile_kernel(signature)
    assert result.returncode != 0
    assert SIGNATURES[signature] in result.stderr


def test_a_right_one_compiles():
    result = compile_kernel("void kernel(KernelRuntimeContext&, int64_t, const std::optional<Tensor>&)")
    assert result.returncode == 0, result.stderr
