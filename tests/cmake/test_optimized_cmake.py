"""The optimized kernels with CMake: for one or several SIMD targets, with one of several thread pools."""

import pytest
from cmake_build import CMakeBuild, built_example, fetch_wheels, wheel
from conftest import ROOT
from optimized_kernels import PARALLEL_FOR, defines, needed_libraries, simd_targets

EXAMPLE = "07_optimized_over_portable"


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The example, built for several SIMD targets with its own thread pool."""
    fetch_wheels()
    build = CMakeBuild(ROOT / "examples" / EXAMPLE, tmp_path_factory.mktemp("optimized"))
    result = build.configure(
        "-DRULES_EXECUTORCH_SIMD=runtime_dispatch",
        *("-DRULES_EXECUTORCH_RUNTIME=my_runtime", "-DRULES_EXECUTORCH_THREADPOOL=my_pool"),
        f"-DCMAKE_PROJECT_INCLUDE={ROOT}/tests/cmake/thread_pool/pool.cmake",
        f"-DWHEEL={wheel()}",
    )
    assert result.returncode == 0, result.stderr
    build.build("transformer_test")
    return build


def test_a_model_runs_on_them(example):
    example.test("^transformer_test$")


def test_kernels_are_compiled_for_several_processors(example):
    assert len(simd_targets(example.directory / "libtransformer_kernels_cc.a")) > 1


def test_kernels_ask_the_pool_that_is_named(example):
    binary = example.directory / "transformer_test"
    assert defines(example.directory / "libtransformer_kernels_cc.a", PARALLEL_FOR) is False
    assert defines(binary, PARALLEL_FOR) is True
    assert "libexecutorch_threadpool.so" not in needed_libraries(binary)


def test_by_default_they_are_for_one_processor_and_ask_the_pool_of_the_runtime():
    example = built_example(EXAMPLE)
    binary = example.directory / "transformer"
    assert len(simd_targets(example.directory / "libtransformer_kernels_cc.a")) == 1
    assert defines(binary, PARALLEL_FOR) is False
    assert "libexecutorch_threadpool.so" in needed_libraries(binary)


def test_a_choice_that_there_is_not(tmp_path):
    result = CMakeBuild(ROOT / "examples" / EXAMPLE, tmp_path).configure("-DRULES_EXECUTORCH_SIMD=avx2")
    assert result.returncode != 0
    assert "RULES_EXECUTORCH_SIMD=avx2: give one_target or runtime_dispatch" in result.stderr
