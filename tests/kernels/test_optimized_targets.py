"""The optimized kernels for each SIMD target: the same calls give the same results."""

import re
import subprocess

import arm
import pytest
import torch
from arm import needs_arm
from conftest import build
from etgen.dtypes import DType
from hosts import optimized_host
from kernel_testing import host, run
from kernel_testing.process import Process
from kernel_testing.tensors import Tensor
from test_optimized import expect_no_failures
from x86 import TARGETS, needs_avx2

# The operators of //kernels/testing:pattern_kernels.
PATTERNS = frozenset(
    f"aten::{name}"
    for name in (
        "_softmax.out", "add.out", "amax.out", "convolution.out", "cumsum.out", "elu.out", "gelu.out",
        "le.Tensor_out", "linear.out", "mm.out", "native_group_norm.out", "native_layer_norm.out",
        "sigmoid.out", "sum.IntList_out", "var.correction_out", "where.self_out",
    )
)  # fmt: skip


# The dtypes that they are selected for: all for Float, some also for the dtypes that are widened to it.
SELECTED = {DType.Float, DType.Bool}
NARROW = {DType.Half, DType.BFloat16}
WIDENED = frozenset(
    f"aten::{name}"
    for name in (
        "_softmax.out", "amax.out", "convolution.out", "cumsum.out", "linear.out", "mm.out",
        "native_group_norm.out", "native_layer_norm.out", "sum.IntList_out", "var.correction_out",
    )
)  # fmt: skip


# The operators of //kernels/testing:half_kernels.
HALF = PATTERNS - {"aten::elu.out", "aten::sigmoid.out", "aten::where.self_out"}


@pytest.fixture
def calls(optimized_calls):
    """The calls for Float and for the dtypes that are widened to it."""
    return [
        call
        for call in optimized_calls
        if any(f"/{each.name}/" in call.case for each in {DType.Float, *NARROW})
    ]


@pytest.fixture
def pattern_calls(calls):
    """The calls of one operator of each pattern."""
    chosen = [call for call in calls if call.op in PATTERNS]
    selected = {op: SELECTED | NARROW if op in WIDENED else SELECTED for op in PATTERNS}
    return [call for call in chosen if {tensor.dtype for tensor in tensors_of(call)} <= selected[call.op]]


def tensors_of(call):
    return [value for value in call.inputs if isinstance(value, Tensor)]


def is_of_half(call) -> bool:
    dtypes = {tensor.dtype for tensor in tensors_of(call)}
    return DType.Half in dtypes and dtypes <= {DType.Half, DType.Bool}


@pytest.mark.parametrize("simd", TARGETS)
def test_x86(simd, calls):
    program = optimized_host("dispatch")
    with Process(["env", f"KERNEL_HOST_SIMD={simd}", program]) as process:
        expect_no_failures(run.run(process, call) for call in calls)


def test_another_target_is_refused():
    program = optimized_host("dispatch")
    with Process(["env", "KERNEL_HOST_SIMD=AVX9", program]) as process:
        assert "KERNEL_HOST_SIMD=AVX9: this processor does not support it" in process.check()


@needs_avx2
def test_sanitizers_find_nothing_with_avx2(pattern_calls):
    program = build("//kernels/testing:pattern_kernel_host", config="sanitize_avx2")
    with Process([str(program / "kernels/testing/pattern_kernel_host")]) as process:
        expect_no_failures(run.run(process, call) for call in pattern_calls)


def test_half_alone(optimized_calls):
    program = build("//kernels/testing:half_kernel_host") / "kernels/testing/half_kernel_host"
    chosen = [call for call in optimized_calls if call.op in HALF and is_of_half(call)]
    assert {call.op for call in chosen} == HALF
    with Process([program]) as process:
        expect_no_failures(run.run(process, call) for call in chosen)


@needs_arm
def test_neon(calls):
    """The test runs under emulation, like the next ones."""
    with Process(["env", "KERNEL_HOST_SIMD=NEON_WITHOUT_AES", *arm.neon(arm.built_host())]) as process:
        expect_no_failures(run.run(process, call) for call in calls)


@needs_arm
@pytest.mark.parametrize("bits", arm.LENGTHS)
def test_sve(calls, bits):
    with Process(["env", "KERNEL_HOST_SIMD=SVE", *arm.sve(arm.built_host(), bits)]) as process:
        expect_no_failures(run.run(process, call) for call in calls)


@needs_arm
def test_sve_is_not_chosen_where_there_is_none():
    with Process(["env", "KERNEL_HOST_SIMD=SVE", *arm.neon(arm.built_host())]) as process:
        assert "KERNEL_HOST_SIMD=SVE: this processor does not support it" in process.check()


def check_functions(config: str, command, targets: set[str]) -> None:
    """The inputs include NaN, for which Arm's instructions give other results than x86's."""
    program = build("//tests/vector_math:check_floats", config=config) / "tests/vector_math/check_floats"
    result = subprocess.run([*command(program), "65521"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    found = re.findall(r"^(\w[\w ]*\w) +(\w+) +[\d.]+ ulp at ", result.stdout, re.MULTILINE)
    assert {target for _, target in found} == targets
    assert len(found) == len({function for function, _ in found}) * len(targets)


@needs_arm
def test_functions_of_neon():
    check_functions(arm.CONFIG, arm.neon, {"NEON_WITHOUT_AES"})


@needs_arm
@pytest.mark.parametrize("bits", arm.LENGTHS)
def test_functions_of_sve(bits):
    check_functions(arm.CONFIG, lambda program: arm.sve(program, bits), {"NEON_WITHOUT_AES", "SVE"})


@needs_arm
def test_functions_of_sve_alone():
    """The build has one target, that of the compiler's flags."""
    check_functions("aarch64_sve", lambda program: arm.sve(program, 256), {"SVE"})


# (image, weight, stride, padding, dilation, groups): larger than a block, for each method of computing a
# convolution.
CONVOLUTIONS = {
    "blocks of lines": ((1, 3, 131, 233), (20, 3, 3, 3), 1, 1, 1, 1),
    "blocks of a line": ((1, 30, 40000), (3, 30, 5), 1, 2, 1, 1),
    "blocks of channels": ((2, 70, 19, 21), (33, 70, 3, 3), 1, 1, 1, 1),
    "steps": ((1, 6, 70, 61), (17, 6, 7, 7), 2, 3, 1, 1),
    "steps wider than the kernel": ((1, 40, 31, 29), (9, 40, 2, 2), 3, 0, 1, 1),
    "dilated steps": ((1, 8, 40, 43), (9, 8, 3, 3), 2, 4, 3, 1),
    "few columns": ((1, 20, 157, 4), (4, 20, 5, 5), 1, 2, 1, 1),
    "few columns for many": ((1, 20, 60, 3), (200, 20, 3, 3), 1, 1, 1, 1),
    "groups": ((2, 24, 28, 28), (36, 6, 3, 3), 1, 1, 1, 4),
    "planes of more than 1 MiB": ((1, 40, 83, 85), (40, 1, 3, 3), 1, 1, 1, 40),
    "steps in planes of more than 1 MiB": ((1, 40, 90, 83), (40, 1, 5, 5), 2, 2, 1, 40),
    "more zeros than pixels": ((1, 4, 3, 2), (5, 4, 3, 3), 1, 9, 2, 1),
    "a kernel of more than 256 taps": ((1, 2, 40, 40), (3, 2, 17, 17), 1, 8, 1, 1),
}


@pytest.mark.parametrize("name", CONVOLUTIONS)
@pytest.mark.parametrize("simd", ["the best", pytest.param("SVE", marks=needs_arm)])
def test_large_convolutions(name, simd):
    image, weight, stride, padding, dilation, groups = CONVOLUTIONS[name]
    rank = len(image) - 2
    torch.manual_seed(0)
    # Small integers: sums are exact in any order.
    arguments = [torch.randint(-3, 4, shape).float() for shape in (image, weight, weight[:1])]
    arguments += [[stride] * rank, [padding] * rank, [dilation] * rank, False, [0] * rank, groups]
    expected = torch.ops.aten.convolution.default(*arguments)
    program = optimized_host("dispatch")
    command = arm.sve(arm.built_host(), 512) if simd == "SVE" else [program]
    with host.Host(command) as kernels:
        answer = kernels.call("aten::convolution.out", [*arguments, host.Out(torch.full_like(expected, 7))])
    assert answer.found
    assert answer.error == 0
    assert answer.intact
    assert torch.equal(answer.outs[0], expected)
