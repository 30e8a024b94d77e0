"""Models run with Android's C library: static programs for Android, which qemu runs on Linux.

The tests need, besides a clone of ExecuTorch as for test_releases.py, two variables:

  RULES_EXECUTORCH_ANDROID_SYSROOT: the sysroot of an NDK, in its toolchains/llvm/prebuilt/*/sysroot.
  RULES_EXECUTORCH_ANDROID_ARCHIVES: paths of the C++ library for aarch64 (libc++_static.a, libc++abi.a) and
    of Clang's own (libunwind.a, libclang_rt.builtins-aarch64-android.a), in the order in which to link them.
"""

import os

import pytest
from cmake_build import CMakeBuild
from conftest import ROOT
from cross_tools import needs
from releases import SOURCE, check_out, releases

if not SOURCE:
    pytest.skip("EXECUTORCH_SOURCE does not name a clone of ExecuTorch", allow_module_level=True)
for variable in ("RULES_EXECUTORCH_ANDROID_SYSROOT", "RULES_EXECUTORCH_ANDROID_ARCHIVES"):
    if not os.environ.get(variable):
        pytest.skip(f"{variable} is not set", allow_module_level=True)

pytestmark = needs("clang++-19", "ld.lld-19", "qemu-aarch64")

MODELS = ("mlp", "mobilenet_v2", "lstm", "quantized", "transformer")
PROJECT = ROOT / "tests/runtime/android"


@pytest.mark.parametrize("release", releases()[-2:])
def test_models_run_with_androids_c_library(release, tmp_path):
    build = CMakeBuild(PROJECT, tmp_path / "build")
    result = build.configure(
        f"-DCMAKE_TOOLCHAIN_FILE={PROJECT}/static.cmake",
        f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake",
        f"-DEXECUTORCH={check_out(release, tmp_path / 'source')}",
        f"-DMODELS={';'.join(MODELS)}",
        "-DCMAKE_BUILD_TYPE=Release",
    )
    assert result.returncode == 0, result.stderr
    build.build(*(f"{model}_test" for model in MODELS))
    build.test()
