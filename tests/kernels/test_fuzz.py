"""Calls of any shape of every operator, next to guard pages, give the same results as eager PyTorch."""

import dataclasses

import pytest
from conftest import ROOT, build
from hosts import LIBRARIES, optimized_host
from kernel_testing import fuzz
from x86 import AVX2

# They take two minutes on two processors.
CALLS = 120_000
# Calls of each other build; the seed is beyond the rounds of the first test.
OTHER_CALLS, OTHER_SEED = 10_000, 1000
# The operator has no out, and refuses every call.
NOT_DRAWN = {"aten::allclose.Tensor"}


def library(name: str, host: str) -> fuzz.Library:
    return fuzz.read_library(name, host, str(ROOT / "kernels" / name / "functions.yaml"))


def run(libraries: list[fuzz.Library], seed: int, calls: int) -> fuzz.Found:
    total = fuzz.run_rounds(libraries, sorted(fuzz.operators(libraries)), seed, jobs=2, calls=calls)
    assert total.wrong == []
    assert sum(total.passed.values()) >= calls
    return total


def test_calls_of_any_shape():
    hosts = {
        name: build(f"//kernels/testing:{name}_kernel_host", config=config)
        / f"kernels/testing/{name}_kernel_host"
        for name, config in LIBRARIES.items()
    }
    libraries = [library(name, str(host)) for name, host in hosts.items()]
    total = run(libraries, 0, CALLS)
    for each in libraries:
        calls = {op: total.passed[each.name, op] for op in each.schemas if op not in NOT_DRAWN}
        assert {op: count for op, count in calls.items() if count < 60} == {}, each.name


@pytest.mark.parametrize(
    ("op", "round_"),
    {
        # One gradient is requested; its out is larger than needed, and two are left out.
        "aten::native_layer_norm_backward.out": 142,
        # With the gradient of the bias alone, PyTorch does not check that the shapes agree.
        "aten::convolution_backward.out": 700_007,
        # With one row of weights, PyTorch adds more shapes of a bias to an out than to a result of its own.
        "aten::linear.out": 700_002,
    }.items(),
)
def test_calls_where_the_reference_checks_less(op, round_):
    host = build("//kernels/testing:portable_kernel_host") / "kernels/testing/portable_kernel_host"
    assert fuzz.fuzz([library("portable", str(host))], [op], round_).wrong == []


def test_calls_of_several_threads_under_sanitizers():
    """In this build, threads share small calls as well."""
    chosen = library("optimized", optimized_host("sanitize"))
    run([dataclasses.replace(chosen, environment=("KERNEL_HOST_THREADS=3",))], OTHER_SEED, OTHER_CALLS)


@pytest.mark.parametrize("simd", ["SSE2", AVX2])
def test_calls_with_other_vectors(simd):
    chosen = dataclasses.replace(
        library("optimized", optimized_host("dispatch")), environment=(f"KERNEL_HOST_SIMD={simd}",)
    )
    run([chosen], OTHER_SEED, OTHER_CALLS)
