"""The optimized Fourier transforms: lengths of all mixes of primes, and lines that fill vectors or do not."""

import functools
import math

import arm
import pytest
import torch
from hosts import optimized_host
from kernel_testing import compare
from kernel_testing.host import Host, Out, seed
from x86 import AVX2

BEST = "the best"

SVE = [pytest.param(bits, marks=arm.needs_arm, id=f"SVE{bits}") for bits in arm.LENGTHS]

TARGETS = [BEST, "SSE2", AVX2, "sanitize", *SVE]


def start(target: str | int, *environment: str) -> Host:
    """Starts a host for one of TARGETS."""
    if target in arm.LENGTHS:
        return arm.EmulatedHost(["env", *environment, *arm.sve(arm.built_host(), target)])
    simd = [] if target in (BEST, "sanitize") else [f"KERNEL_HOST_SIMD={target}"]
    program = optimized_host("sanitize" if target == "sanitize" else "dispatch")
    return Host(["env", *environment, *simd, program])


@pytest.fixture(scope="module", params=TARGETS)
def host(request):
    with start(request.param) as host:
        yield host


@pytest.fixture(scope="module", params=TARGETS)
def host_with_little_memory(request):
    """Kernels have 64 KiB of temporary memory."""
    with start(request.param, f"KERNEL_HOST_TEMPORARY_BYTES={2**16}") as host:
        yield host


# (shape, dims)
LINES = [
    # One line, treated as a matrix: without a vector of columns, with some, and with more numbers than a
    # block.
    *(((n,), [0]) for n in (1, 2, 3, 4, 5, 6, 10, 15, 16, 30, 45, 48, 50, 61, 64, 90, 98)),
    *(((n,), [0]) for n in (134, 200, 400, 512, 675, 1000, 1009, 1024, 2250, 4096, 5625, 20000)),
    # Fewer lines than lanes, as many, and more.
    *(((lines, n), [1]) for lines in (2, 3, 7, 8, 9, 16, 17, 40) for n in (1, 2, 9, 30, 64, 80, 150)),
    ((3, 16384), [1]),
    ((40, 360), [1]),
    # Lines side by side: whole vectors, and a remainder.
    *(((2, n, columns), [1]) for n in (6, 15, 32) for columns in (2, 5, 16, 17, 33, 50)),
    ((64, 5, 3), [0]),
    ((6, 33, 4), [0, 1]),
    ((8, 8, 20), [1, 2]),
    ((3, 16, 18, 10), [1, 3, 2]),
    ((12, 10, 35), [2, 0, 1]),
    # Prime factors with their own stage, alone and with others: of one line, a few and many.
    *(((n,), [0]) for n in (7, 11, 13, 14, 23, 49, 77, 91, 97, 127, 254, 441, 882, 1434, 1764, 8128)),
    *(((lines, n), [1]) for lines in (3, 8, 17) for n in (7, 14, 26, 77, 101, 127, 236, 441)),
    # Larger primes, which need a chirp; the last one uses less memory than in the portable kernel.
    *(((n,), [0]) for n in (131, 134, 262, 271, 393, 542, 8191, 17161, 131101)),
    *(((lines, n), [1]) for lines in (2, 5, 19) for n in (131, 262, 717)),
    # Both kinds, side by side and along dimensions that use different methods.
    *(((2, n, columns), [1]) for n in (7, 28, 33, 131) for columns in (3, 17, 35)),
    ((14, 14, 20), [0, 1]),
    ((6, 22, 137), [2, 1]),
    ((139, 26, 6), [0, 1, 2]),
    ((5, 28, 137, 14), [2, 3, 1]),
    # Chunks of a dimension that is not transformed; its size is not a multiple of the chunk.
    ((61, 28, 77), [1, 2]),
    ((61, 137, 34), [2, 1]),
    ((61, 40, 36), [1, 2]),
    ((6, 25, 72, 50), [3, 2, 0]),
]


def lines(shape: tuple[int, ...]) -> torch.Tensor:
    seed(sum(shape))
    return torch.randn(shape)


def laid_out(tensor: torch.Tensor, last: bool) -> torch.Tensor:
    is_image = last and tensor.dim() == 4
    return tensor.contiguous(memory_format=torch.channels_last) if is_image else tensor


@functools.cache
def calls_of(shape: tuple[int, ...], dims: tuple[int, ...]) -> list[tuple[str, list, torch.Tensor]]:
    """Calls with their results in double, which PyTorch computes once for all hosts."""
    x = lines(shape)
    n = shape[dims[-1]]
    # The input is not the transform of real lines: its imaginary parts at the ends are ignored.
    half = list(shape)
    half[dims[-1]] = n // 2 + 1
    z = torch.complex(lines(tuple(half)), lines(tuple(half)) + 1)
    c = torch.complex(x, x.flip(0))
    calls = []
    for mode in range(3) if x.numel() < 1000 else (1,):
        calls += [("_fft_r2c", [x, dims, mode, onesided]) for onesided in (True, False)]
        calls += [("_fft_c2r", [z, dims, mode, n])]
        calls += [("_fft_c2c", [c, dims, mode, forward]) for forward in (True, False)]
    return [(op, arguments, in_double(op, arguments)) for op, arguments in calls]


def in_double(op: str, arguments: list) -> torch.Tensor:
    tensor, *others = arguments
    wider = torch.complex128 if tensor.is_complex() else torch.float64
    return getattr(torch.ops.aten, op).default(tensor.to(wider), *others)


@pytest.mark.parametrize(("shape", "dims"), LINES)
def test_lines(host, shape, dims):
    """Errors are those of float, relative to the largest number."""
    arm.skip_if_emulated(host, math.prod(shape) > 10_000)
    for op, (tensor, *others), expected in calls_of(shape, tuple(dims)):
        last = others[1] == 1
        dtype = torch.complex64 if expected.is_complex() else torch.float32
        out = Out(laid_out(torch.zeros(expected.shape, dtype=dtype), last))
        answer = host.call(f"aten::{op}.out", [laid_out(tensor, last), *others, out])
        assert answer.error == 0
        assert answer.intact
        error = (answer.outs[0].to(expected.dtype) - expected).abs().max()
        assert error <= 1e-6 * expected.abs().max()


@pytest.mark.parametrize("n", [77, 131, 262])
@pytest.mark.parametrize("count", [2, 20])
def test_what_is_no_number_stays_in_its_line(host, count, n):
    """NaN only affects its own line, although lines share memory during the transform."""
    x = lines((count, n))
    expected = torch.fft.rfft(x.double())
    x[0, n // 2] = torch.nan
    answer = host.call(
        "aten::_fft_r2c.out", [x, [1], 0, True, Out(torch.zeros_like(expected).to(torch.complex64))]
    )
    assert answer.error == 0
    error = (answer.outs[0][1:] - expected[1:]).abs().max()
    assert error <= 1e-6 * expected.abs().max()


@pytest.mark.parametrize("n", [2**14, 2**14 - 3])  # the second one is a prime
@pytest.mark.parametrize("dims", [[0], [0, 1]])
@pytest.mark.parametrize("op", ["_fft_r2c", "_fft_c2r", "_fft_c2c"])
def test_too_little_memory_fails_cleanly(host_with_little_memory, op, dims, n):
    """Nothing is written, although the memory suffices for the first step, along the last dim."""
    x = torch.ones(n) if dims == [0] else torch.ones(n, 2)
    length = x.shape[dims[-1]]
    z = torch.ones([n // 2 + 1] if dims == [0] else [n, 2], dtype=torch.complex64)
    arguments, out = {
        "_fft_r2c": ([x, dims, 0, True], z),
        "_fft_c2r": ([z, dims, 0, length], x),
        "_fft_c2c": ([x.to(z.dtype), dims, 0, True], x.to(z.dtype)),
    }[op]
    answer = host_with_little_memory.call(f"aten::{op}.out", [*arguments, Out(out)])
    assert answer.error != 0
    assert answer.intact
    assert compare.same_bytes(answer.outs[0], out)
