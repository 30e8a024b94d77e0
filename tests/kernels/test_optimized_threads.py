"""The optimized kernels with threads: the results do not depend on the number of threads, bit for bit."""

import pytest
import torch
from hosts import optimized_host
from kernel_testing.host import Host, Out
from test_optimized_sizes import numbers
from x86 import AVX2, AVX3

THREADS = (1, 2, 5)


# The compiler's choices differ: a sum was fused with AVX2 alone.
@pytest.fixture(scope="module", params=[AVX2, AVX3])
def hosts(request):
    program, simd = optimized_host("dispatch"), f"KERNEL_HOST_SIMD={request.param}"
    hosts = [Host(["env", simd, f"KERNEL_HOST_THREADS={threads}", program]) for threads in THREADS]
    yield hosts
    for host in hosts:
        host.close()


# By operator, the arguments before the outs. Each call has enough work for several threads, and sizes that do
# not divide evenly.
CALLS = [
    ("add.out", lambda: [numbers(300007), numbers(300007), 1]),
    ("add.out", lambda: [numbers(311, 1003), numbers(1003), 1]),
    # Outs that are written with non-temporal stores.
    ("add.out", lambda: [numbers(8400011), numbers(8400011), 1]),
    ("add.out", lambda: [numbers(8201, 1031), numbers(1031), 1]),
    ("le.Tensor_out", lambda: [numbers(300007), numbers(300007)]),
    ("tanh.out", lambda: [numbers(100003)]),
    ("where.self_out", lambda: [numbers(300007) > 0, numbers(300007), numbers(300007)]),
    ("logical_not.out", lambda: [numbers(601, 1009) > 0]),
    ("any.out", lambda: [numbers(3001, 1009) > 3.2, 1, False]),
    ("_softmax.out", lambda: [numbers(211, 503), 1, False]),
    ("_softmax.out", lambda: [numbers(211, 503), 0, False]),
    ("native_layer_norm.out", lambda: [numbers(211, 503), [503], None, None, 1e-5]),
    ("sum.IntList_out", lambda: [numbers(401, 1009), [0], False, None]),
    ("sum.IntList_out", lambda: [numbers(401, 1009), [0, 1], False, None]),
    ("var.correction_out", lambda: [numbers(401, 1009), None, 1, False]),
    ("amax.out", lambda: [numbers(401, 1009), [0], False]),
    ("amax.out", lambda: [numbers(401, 1009), [0, 1], False]),
    ("amax.out", lambda: [numbers(20011, 17), [1], False]),
    ("sum.IntList_out", lambda: [numbers(41, 101, 103), [0, 2], False, None]),
    ("sum.IntList_out", lambda: [numbers(3, 101, 5, 301), [0, 2], False, None]),
    ("sum.IntList_out", lambda: [numbers(20011, 3, 5), [1], False, None]),
    ("_log_softmax.out", lambda: [numbers(30011, 7), 1, False]),
    ("native_layer_norm.out", lambda: [numbers(30011, 18), [18], None, None, 1e-5]),
    ("_adaptive_avg_pool2d.out", lambda: [numbers(1, 61, 50, 70), [7, 3]]),
    ("avg_pool1d.out", lambda: [numbers(3, 61, 1007), [4], [3], [1], False, True]),
    ("adaptive_avg_pool1d.out", lambda: [numbers(3, 61, 1007), [60]]),
    ("adaptive_max_pool2d.out", lambda: [numbers(1, 61, 50, 70), [7, 3]]),
    ("_adaptive_avg_pool3d.out", lambda: [numbers(1, 61, 5, 50, 7), [2, 7, 3]]),
    ("max_pool3d_with_indices.out", lambda: [numbers(3, 7, 9, 50, 41), [3], [2], [1], [1], False]),
    ("_native_batch_norm_legit.no_stats_out", lambda: [numbers(3, 61, 50, 7), *_norm(61)]),
    ("_native_batch_norm_legit.no_stats_out", lambda: [last(3, 61, 50, 7), *_norm(61)]),
    ("native_group_norm.out", lambda: [last(2, 96, 50, 31) + 3, numbers(96), None, 2, 96, 1550, 8, 1e-5]),
    ("_softmax.out", lambda: [last(2, 61, 50, 70), 1, False]),
    ("expand_copy.out", lambda: [numbers(3, 1, 300, 1), [3, 99, 300, 4], False]),
    ("cumsum.out", lambda: [numbers(20011, 5, 2), 1, None]),
    ("cumsum.out", lambda: [numbers(401, 1009), 0, None]),
    ("cumsum.out", lambda: [numbers(401, 1009), 1, None]),
    ("mm.out", lambda: [numbers(203, 301), numbers(301, 97)]),
    ("mm.out", lambda: [numbers(67, 301), numbers(301, 1403)]),
    # Their last columns are computed in another order than the others.
    ("mm.out", lambda: [numbers(67, 301), numbers(301, 98)]),
    ("mm.out", lambda: [numbers(67, 301), numbers(301, 257)]),
    ("mm.out", lambda: [numbers(67, 301), numbers(301, 641)]),
    ("bmm.out", lambda: [numbers(9, 50, 301), numbers(9, 301, 49)]),
    ("convolution.out", lambda: [numbers(1, 160, 7, 7), numbers(320, 160, 1, 1), None, *_steps(1, 0, False)]),
    ("convolution.out", lambda: [numbers(1, 70, 25, 25), numbers(91, 70, 1, 1), None, *_steps(1, 0, False)]),
    # Divided by rows of the product, and by lines of an image whose even and odd pixels are apart.
    ("convolution.out", lambda: [numbers(1, 33, 29, 31), numbers(149, 33, 1, 1), None, *_steps(1, 0, False)]),
    ("convolution.out", lambda: [numbers(1, 3, 161, 147), numbers(17, 3, 3, 3), None, *_steps(2, 1, False)]),
    ("convolution.out", lambda: [numbers(1, 5, 97, 201), numbers(9, 5, 7, 7), None, *_steps(2, 3, False)]),
    ("convolution.out", lambda: [last(1, 70, 25, 25), numbers(257, 70, 1, 1), None, *_steps(1, 0, False)]),
    ("mm.out", lambda: [numbers(1, 1001), numbers(1001, 1403)]),
    ("mm.out", lambda: [numbers(3, 301), numbers(301, 1403)]),
    ("addmm.out", lambda: [numbers(97), numbers(203, 601), numbers(601, 97), 1, 1]),
    ("bmm.out", lambda: [numbers(7, 50, 61), numbers(7, 61, 70)]),
    ("bmm.out", lambda: [numbers(3, 70, 300), numbers(3, 300, 600)]),
    ("bmm.out", lambda: [numbers(9, 3, 301), numbers(9, 301, 203)]),
    ("baddbmm.out", lambda: [numbers(1, 70, 1), numbers(7, 70, 61), numbers(7, 61, 70), 1, 1]),
    ("convolution.out", lambda: [numbers(1, 19, 61, 61), numbers(23, 19, 3, 3), None, *_window(1)]),
    ("convolution.out", lambda: [last(2, 3, 91, 61), numbers(23, 3, 3, 3), numbers(23), *_window(1)]),
    ("convolution.out", lambda: [last(1, 35, 61, 61), numbers(35, 1, 3, 3), None, *_window(35)]),
    ("convolution.out", lambda: [last(1, 20, 61, 61), numbers(24, 5, 3, 3), None, *_window(4)]),
    # Transposed convolutions with overlapping taps and without.
    ("convolution.out", lambda: [last(2, 33, 37, 41), numbers(33, 70, 3, 3), numbers(70), *_steps(2, 1)]),
    ("convolution.out", lambda: [last(2, 33, 37, 41), numbers(33, 17, 2, 2), numbers(17), *_steps(2, 0)]),
    ("add.out", lambda: [numbers(20011, 17), numbers(17), 1]),
    ("add.out", lambda: [numbers(20011, 17), numbers(20011, 1), 1]),
    ("convolution.out", lambda: [numbers(1, 35, 61, 61), numbers(35, 1, 3, 3), None, *_window(35)]),
    ("permute_copy.out", lambda: [numbers(61, 67, 71), [2, 1, 0]]),
    ("permute_copy.out", lambda: [numbers(61, 67, 71), [1, 0, 2]]),
    ("permute_copy.out", lambda: [numbers(3, 301, 307), [1, 2, 0]]),
    ("permute_copy.out", lambda: [numbers(3, 301, 307), [2, 1, 0]]),
    ("cat.out", lambda: [[numbers(601, 301), numbers(601, 7), numbers(601, 60)], 1]),
    ("cat.out", lambda: [[numbers(3, 70001), numbers(1, 70001)], 0]),
    ("clone.out", lambda: [numbers(601, 1009), None]),
    ("view_copy.out", lambda: [numbers(601, 1009), [-1]]),
    ("_fft_r2c.out", lambda: [numbers(401, 300), [0, 1], 0, True]),
    ("_fft_r2c.out", lambda: [numbers(61, 60, 50), [1, 2], 0, True]),
    ("_fft_r2c.out", lambda: [numbers(301, 271), [0, 1], 0, True]),
    ("_fft_c2r.out", lambda: [torch.complex(numbers(61, 60, 26), numbers(61, 60, 26)), [1, 2], 2, 50]),
    ("upsample_nearest2d.out", lambda: [numbers(1, 31, 50, 50), [111, 111], None, None]),
]


def _norm(channels: int) -> list:
    return [numbers(channels), numbers(channels), True, 0.1, 1e-5]


def _window(groups: int) -> list:
    return [[1, 1], [1, 1], [1, 1], False, [0, 0], groups]


def _steps(stride: int, padding: int, transposed: bool = True) -> list:
    return [[stride] * 2, [padding] * 2, [1, 1], transposed, [0, 0], 1]


def last(*shape: int) -> torch.Tensor:
    return numbers(*shape).contiguous(memory_format=torch.channels_last)


# The overload without outs, if it has a name.
FUNCTIONAL = {
    "_native_batch_norm_legit.no_stats_out": "no_stats",
    "add.out": "Tensor",
    "any.out": "dim",
    "le.Tensor_out": "Tensor",
    "where.self_out": "self",
    "sum.IntList_out": "dim_IntList",
    "var.correction_out": "correction",
}


def in_double(value):
    if isinstance(value, list):
        return [in_double(each) for each in value]
    if isinstance(value, torch.Tensor) and value.is_complex():
        return value.to(torch.complex128)
    return value.double() if isinstance(value, torch.Tensor) and value.is_floating_point() else value


def in_float(value: torch.Tensor) -> torch.Tensor:
    if value.is_complex():
        return value.to(torch.complex64)
    return value.float() if value.is_floating_point() else value


def of_pytorch(op: str, arguments: list) -> tuple:
    """PyTorch's result in double, as each long sum of floats has its own error."""
    function = getattr(getattr(torch.ops.aten, op.partition(".")[0]), FUNCTIONAL.get(op, "default"))
    pairs = list(zip(function._schema.arguments, in_double(arguments), strict=True))
    named = {argument.name: value for argument, value in pairs if argument.kwarg_only}
    results = function(*[value for argument, value in pairs if not argument.kwarg_only], **named)
    results = results if isinstance(results, tuple) else (results,)
    return tuple(in_float(each) for each in results)


@pytest.mark.parametrize("number", range(len(CALLS)), ids=[f"{i}_{op}" for i, (op, _) in enumerate(CALLS)])
def test_threads_change_nothing(hosts, number):
    op, make = CALLS[number]
    arguments = make()
    expected = of_pytorch(op, arguments)
    first = arguments[0]
    is_last = isinstance(first, torch.Tensor) and first.dim() == 4 and not first.is_contiguous()
    order = torch.channels_last if is_last else torch.contiguous_format
    outs = [
        Out(torch.zeros_like(each, memory_format=order if each.dim() == 4 else torch.contiguous_format))
        for each in expected
    ]
    answers = [host.call(f"aten::{op}", [*arguments, *outs]) for host in hosts]
    for answer, threads in zip(answers, THREADS, strict=True):
        assert answer.error == 0, threads
        assert answer.intact, threads
        for got, first, wanted in zip(answer.outs, answers[0].outs, expected, strict=True):
            assert torch.equal(got, first), threads
            # The error of a sum is relative to its largest term.
            error = 8 * torch.finfo(torch.float32).eps * float(wanted.to(torch.complex128).abs().max())
            torch.testing.assert_close(got, wanted, rtol=1.3e-6, atol=error)
