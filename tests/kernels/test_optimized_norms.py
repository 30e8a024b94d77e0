"""The optimized batch norm with the statistics of the batch."""

import functools

import pytest
import torch
from kernel_testing.host import Out
from test_optimized_sizes import host, numbers

__all__ = ["host"]

# Planes, lines and volumes; channels of one element; and more channels than a block.
SHAPES = [(1, 1, 1, 2), (1, 70, 5, 7), (3, 5, 3, 400), (2, 33, 4, 4), (3, 17, 33), (70, 130), (2, 3, 2, 3, 5)]
KINDS = [
    (torch.float32, torch.float32),
    (torch.float16, torch.float32),
    (torch.bfloat16, torch.bfloat16),
    (torch.float64, torch.float64),
]
ORDERS = {4: torch.channels_last, 5: torch.channels_last_3d}


def expected_of(op: str, arguments: list) -> tuple:
    """The results in double, except the running statistics, if given: those are rounded step by step."""

    def call(values: list) -> tuple:
        results = getattr(torch.ops.aten._native_batch_norm_legit, op)(*values)
        return *results, *(values[3:5] if op == "default" else ())

    doubles = call([a.double().clone() if isinstance(a, torch.Tensor) else a for a in arguments])
    return *doubles[:3], *call([a.clone() if isinstance(a, torch.Tensor) else a for a in arguments])[3:]


def call_of(op: str, arguments: list) -> tuple[str, list, tuple]:
    """A call with its results."""
    return op, arguments, expected_of(op, arguments)


def check_norm(host, call: tuple[str, list, tuple], last: bool) -> None:
    op, arguments, expected = call
    image = arguments[0]
    # Statistics have the dtype of the parameters, if there are any.
    dtype = next((a.dtype for a in arguments[1:] if isinstance(a, torch.Tensor)), image.dtype)
    laid_out = {"memory_format": ORDERS.get(image.dim(), torch.contiguous_format)} if last else {}
    out = Out(torch.zeros(image.shape, dtype=image.dtype).contiguous(**laid_out))
    statistics = [Out(torch.zeros(each.shape, dtype=dtype)) for each in expected[1:3]]
    values = [image.contiguous(**laid_out), *arguments[1:]]
    # The running statistics are outs as well: kernels update them.
    values[3:5] = [Out(a) if isinstance(a, torch.Tensor) else a for a in values[3:5]]
    name = "aten::_native_batch_norm_legit." + ("out" if op == "default" else "no_stats_out")
    answer = host.call(name, [*values, out, *statistics])
    assert answer.error == 0
    assert answer.intact
    running = 2 if op == "default" else 0
    got = [*answer.outs[running:], *answer.outs[:running]]
    for each, wanted in zip(got, expected, strict=True):
        torch.testing.assert_close(each, wanted.to(each.dtype), equal_nan=True)


@functools.cache
def calls_of(shape: tuple[int, ...], kind: tuple[torch.dtype, torch.dtype]) -> list[tuple[str, list, tuple]]:
    """Calls with their results, which PyTorch computes once for all hosts."""
    dtype, own = kind
    channels = shape[1]
    image = (numbers(*shape) * 3 + 1).to(dtype)
    weight, bias = numbers(channels).to(own), (numbers(channels) + 1).to(own)
    calls = []
    for parameters in ((weight, bias), (None, bias)):
        calls.append(call_of("no_stats", [image, *parameters, True, 0.1, 1e-5]))
        for training in (True, False):
            running = [bias, weight.abs()]
            calls.append(call_of("default", [image, *parameters, *running, training, 0.3, 1e-3]))
    return calls


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_statistics_of_the_batch(host, shape, kind, last):
    for call in calls_of(shape, kind):
        check_norm(host, call, last)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("mean", [0, 1e3, 1e6])
def test_no_digits_cancel(host, mean, last):
    """The result is precise even if the mean is large."""
    image = numbers(2, 19, 30, 31) + mean
    check_norm(host, call_of("no_stats", [image, None, None, True, 0.1, 1e-5]), last)


def test_what_is_no_number_stays_in_its_channel(host):
    for last in (False, True):
        for value in (torch.nan, torch.inf):
            image = numbers(2, 5, 9, 9)
            image[1, 3, 4, 4] = value
            check_norm(host, call_of("no_stats", [image, None, None, True, 0.1, 1e-5]), last)


def test_wrong_arguments_leave_the_outs_alone(host):
    image, weight = numbers(2, 5, 4), numbers(5)
    for arguments in (
        [image, weight[:4], weight, True, 0.1, 1e-5],
        [image, weight, weight.half(), True, 0.1, 1e-5],
        [image, weight, weight, False, 0.1, 1e-5],
        [image[:0], weight, weight, True, 0.1, 1e-5],
    ):
        outs = [torch.full_like(arguments[0], 7), torch.full((5,), 7.0), torch.full((5,), 7.0)]
        answer = host.call("aten::_native_batch_norm_legit.no_stats_out", [*arguments, *map(Out, outs)])
        assert answer.error != 0
        assert all(bool((each == 7).all()) for each in answer.outs)
