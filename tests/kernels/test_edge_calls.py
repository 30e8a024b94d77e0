"""Edge cases, most of them found by drawn calls. PyTorch computes the expected results."""

import itertools
import math

import pytest
import torch
from hosts import either_host
from kernel_testing.host import OptionalTensors, Out

__all__ = ["either_host"]

HALVES = (torch.float16, torch.bfloat16)


def computed(host, op: str, values: list[object], outs: list[torch.Tensor]) -> list[torch.Tensor]:
    """The outs of a call that must succeed; their shapes and dtypes are given."""
    answer = host.call(op, [*values, *(Out(torch.full_like(out, 7)) for out in outs)])
    assert answer.error == 0
    return answer.outs


@pytest.mark.parametrize(("shape", "dtype"), list(itertools.product(([], [1], [1, 1]), HALVES)))
@pytest.mark.parametrize("number", [1e300, -1e300, 2**63 - 1, 65536])
def test_one_half_is_filled_with_any_number(either_host, shape, dtype, number):
    expected = torch.full(shape, number, dtype=dtype)
    ones = torch.ones(shape, dtype=dtype)
    for op, values in {
        "aten::full.out": [shape, number],
        "aten::full_like.out": [ones, number, None],
        "aten::fill.Scalar_out": [ones, number],
    }.items():
        assert torch.equal(computed(either_host, op, values, [expected])[0], expected), op


@pytest.mark.parametrize("op", ["median", "nanmedian"])
@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8])
@pytest.mark.parametrize("shape", [[0], [16, 0], [0, 3, 2]])
def test_the_median_of_no_integers(either_host, op, dtype, shape):
    empty = torch.zeros(shape, dtype=dtype)
    expected = getattr(torch, op)(empty)
    assert torch.equal(computed(either_host, f"aten::{op}.out", [empty], [expected])[0], expected)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, *HALVES])
@pytest.mark.parametrize(
    ("shape", "window"),
    [
        ([1, 5, 31, 1], [[2, 2], [1, 3], [1, 1], [3, 2], True]),
        ([5, 127, 1], [[2, 2], [2, 1], [1, 1], [1, 2], True]),
        ([4, 33, 8, 1], [[5, 3], [2, 4], [0, 1], [1, 2], True]),
        ([1, 2, 5, 5], [[3, 3], [1, 1], [0, 0], [1, 1], False]),
    ],
)
def test_the_gradient_of_windows_that_have_nothing_but_padding(either_host, shape, window, dtype):
    """The index of such a window is outside it; PyTorch nevertheless adds the gradient at that index."""
    x = torch.randn(shape, dtype=dtype)
    largest, indices = torch.ops.aten.max_pool2d_with_indices(x, *window)
    gradient = torch.randn_like(largest)
    expected = torch.ops.aten.max_pool2d_with_indices_backward(gradient, x, *window, indices)
    op = "aten::max_pool2d_with_indices_backward.grad_input"
    assert torch.equal(computed(either_host, op, [gradient, x, *window, indices], [expected])[0], expected)
    indices[..., 0] = shape[-1] * shape[-2]
    answer = either_host.call(op, [gradient, x, *window, indices, Out(torch.ones_like(x))])
    assert answer.error != 0


@pytest.mark.parametrize(
    ("gradient", "input_shape", "weight", "window"),
    [
        ([2, 4, 0], [2, 2, 2], [2, 2, 3], [[1], [2], [1], True, [0], 2]),
        ([1, 16, 0, 4], [1, 2, 2, 3], [2, 8, 1, 2], [[1, 1], [1, 0], [1, 1], True, [0, 0], 2]),
    ],
)
def test_the_gradient_of_an_empty_transposed_convolution(either_host, gradient, input_shape, weight, window):
    values = [torch.randn(gradient), torch.randn(input_shape), torch.randn(weight), [gradient[1]], *window]
    expected = torch.ops.aten.convolution_backward(*values, [True] * 3)
    outs = computed(either_host, "aten::convolution_backward.out", [*values, [True] * 3], list(expected))
    assert all(torch.equal(out, other) for out, other in zip(outs, expected, strict=True))
    # PyTorch refuses the forward call.
    values = [*values[1:3], None, *window, Out(torch.ones(gradient))]
    assert either_host.call("aten::convolution.out", values).error != 0


@pytest.mark.parametrize("shape", [[2, 0, 4, 5], [2, 4, 0], [0, 4, 3]])
def test_groups_of_nothing_are_normalized(either_host, shape):
    values = [torch.ones(shape), None, None, shape[0], shape[1], math.prod(shape[2:]), 2, 1.0]
    expected = torch.ops.aten.native_group_norm(*values)
    outs = computed(either_host, "aten::native_group_norm.out", values, list(expected))
    for out, wanted in zip(outs, expected, strict=True):
        torch.testing.assert_close(out, wanted, equal_nan=True)


@pytest.mark.parametrize("dtype", HALVES)
@pytest.mark.parametrize("columns", [9, 32, 65])
@pytest.mark.parametrize("order", ["contiguous", "transposed"])
def test_the_gradient_of_an_embedding_is_rounded_as_pytorch_does(either_host, dtype, columns, order):
    torch.manual_seed(0)
    # In whatever order the indices are in memory, PyTorch adds the terms in the order of their places.
    indices = torch.randint(0, 3, (5, 13) if order == "contiguous" else (13, 5))
    if order == "transposed":
        indices = indices.t()
    gradient = torch.randn(5, 13, columns).to(dtype)
    expected = torch.ops.aten.embedding_dense_backward(gradient, indices, 3, -1, True)
    values = [gradient, indices, 3, -1, True]
    (out,) = computed(either_host, "aten::embedding_dense_backward.out", values, [expected])
    # With AVX-512, PyTorch fuses other columns; each term may differ by a unit in the last place.
    fused = "AVX512" in torch.backends.cpu.get_cpu_capability()
    error = 0 if fused else gradient.abs().max() * torch.finfo(dtype).eps * 4
    assert (out.double() - expected.double()).abs().max() <= error


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("p", [1e300, 1e-300, 3.5e38, 3.0, math.inf])
def test_distances_by_the_power_that_the_dtype_has(either_host, dtype, p):
    a, b = torch.randn(2, 5, 3).to(dtype), torch.randn(2, 4, 3).to(dtype)
    for op, inputs, expected in (
        ("_cdist_forward", [a, b, p, None], torch.ops.aten._cdist_forward(a, b, p, None)),
        ("_pdist_forward", [a[0], p], torch.ops.aten._pdist_forward(a[0], p)),
    ):
        (out,) = computed(either_host, f"aten::{op}.out", inputs, [expected])
        torch.testing.assert_close(out, expected)


@pytest.mark.parametrize("p", [-1.0, -0.5, -math.inf, math.nan])
@pytest.mark.parametrize("columns", [3, 0])
def test_distances_by_powers_that_are_none_of_a_norm(either_host, p, columns):
    x = torch.tensor([[1.0, 2, 3], [0, 5, 3], [7, 7, 7]])[:, :columns]
    expected = torch.ops.aten._pdist_forward(x, p)
    (out,) = computed(either_host, "aten::_pdist_forward.out", [x, p], [expected])
    torch.testing.assert_close(out, expected, equal_nan=True)


@pytest.mark.parametrize("dtype", [torch.float32, *HALVES, torch.float64, torch.int32])
@pytest.mark.parametrize("eps", [0.999, 0.01, 0.5, 1.0, 3e38, 1e300, -1e300, -1.0, math.inf, math.nan])
def test_logit_has_an_eps_of_its_dtype(either_host, dtype, eps):
    x = torch.tensor([0.0, 0.001, 0.25, 0.5, 0.9995, 1.0]).to(dtype)
    try:
        expected = torch.logit(x, eps)
    except RuntimeError:
        out = torch.ones(6, dtype=dtype if dtype.is_floating_point else torch.float32)
        assert either_host.call("aten::logit.out", [x, eps, Out(out)]).error != 0
        return
    (out,) = computed(either_host, "aten::logit.out", [x, eps], [expected])
    torch.testing.assert_close(out, expected, equal_nan=True)


@pytest.mark.parametrize("exponent", [1e300, -1e300, 3.5e38, 2.5])
def test_integers_have_powers_that_float_does_not_hold(either_host, exponent):
    x = torch.tensor([1, 2, 3], dtype=torch.int32)
    expected = torch.pow(x, exponent)
    (out,) = computed(either_host, "aten::pow.Tensor_Scalar_out", [x, exponent], [expected])
    torch.testing.assert_close(out, expected)
    answer = either_host.call("aten::pow.Tensor_Scalar_out", [x.float(), 1e300, Out(x.float())])
    assert answer.error != 0


# self and indices: nothing is selected, and an index of 5 is out of range.
SELECT_NOTHING = {
    "an empty index": ((1, 3), [torch.zeros(0, dtype=torch.int64), torch.tensor([5])]),
    "an empty index, and more": ((2, 2, 3), [torch.zeros(0, 1, dtype=torch.int32), None, torch.tensor([5])]),
    "an empty dimension": ((3, 0), [torch.tensor([5, -9])]),
}


@pytest.mark.parametrize("name", SELECT_NOTHING)
def test_indices_that_select_nothing_may_be_any(either_host, name):
    shape, indices = SELECT_NOTHING[name]
    x = torch.ones(shape)
    expected = torch.ops.aten.index(x, indices)
    assert expected.numel() == 0
    values = [x, OptionalTensors(indices)]
    computed(either_host, "aten::index.Tensor_out", values, [expected])
    (out,) = computed(either_host, "aten::index_put.out", [*values, expected, False], [x])
    assert torch.equal(out, x)


def test_indices_that_select_something_are_in_range(either_host):
    nowhere = [torch.ones(0, 3), OptionalTensors([torch.tensor([0])]), Out(torch.ones(1, 3))]
    assert either_host.call("aten::index.Tensor_out", nowhere).error != 0


@pytest.mark.parametrize("bias", [[], [2, 3]])
def test_a_vector_as_the_weight_of_a_linear_layer(either_host, bias):
    """The bias is added to an out that has no dimension for the weight's rows."""
    x, weight, added = torch.randn(2, 3, 4), torch.randn(4), torch.randn(bias)
    expected = torch.nn.functional.linear(x, weight, added)
    result = computed(either_host, "aten::linear.out", [x, weight, added], [expected])[0]
    torch.testing.assert_close(result, expected)


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.int16, torch.int8])
def test_no_bin_is_counted_below_zero(either_host, dtype):
    places = torch.tensor([1, -1, 2], dtype=dtype)
    answer = either_host.call("aten::bincount.out", [places, None, 0, Out(torch.zeros(3, dtype=torch.int64))])
    assert answer.error != 0


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("q", [-2.75, -0.25, -0.75, -1.5, -3.0, 0.25, 1.0])
def test_zeta_of_large_numbers(either_host, dtype, q):
    """For negative numbers, the powers of some terms are infinite, and those of all others are 0."""
    x = torch.tensor([math.inf, 1e30, 1e10, 2e5, 1000, 128], dtype=dtype)
    expected = torch.special.zeta(x, q)
    values = computed(either_host, "aten::special_zeta.other_scalar_out", [x, q], [expected])[0]
    torch.testing.assert_close(values, expected, equal_nan=True)


@pytest.mark.parametrize("memory_format", [torch.contiguous_format, torch.channels_last])
@pytest.mark.parametrize(
    ("shape", "scales"),
    [
        ([1, 4, 2, 97], [1.265, 2.87]),
        ([1, 3, 2, 97], [1.265, 2.87]),
        ([1, 4, 3, 61], [2.4, 2.01]),
        ([1, 4, 3, 60], [2.4, 2.01]),
    ],
)
def test_a_scale_that_is_not_the_ratio_of_the_sizes(either_host, shape, scales, memory_format):
    x = torch.randn(shape).contiguous(memory_format=memory_format)
    expected = torch.ops.aten.upsample_nearest2d.vec(x, None, scales)
    result = computed(either_host, "aten::upsample_nearest2d.vec_out", [x, None, scales], [expected])[0]
    assert torch.equal(result, expected)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, *HALVES])
@pytest.mark.parametrize("shape", [[13, 0], [2, 13, 0], [0, 0], [2, 0, 0]])
def test_one_window_of_nothing_has_no_mean(either_host, shape, dtype):
    x = torch.ones(shape, dtype=dtype)
    expected = torch.ops.aten.adaptive_avg_pool1d(x, [1])
    result = computed(either_host, "aten::adaptive_avg_pool1d.out", [x, [1]], [expected])[0]
    torch.testing.assert_close(result, expected, equal_nan=True)
    two = Out(torch.ones(*shape[:-1], 2, dtype=dtype))
    assert either_host.call("aten::adaptive_avg_pool1d.out", [x, [2], two]).error != 0


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16, torch.int64])
@pytest.mark.parametrize("count", [200, 255, 256, 300, 40_000, 65_536])
@pytest.mark.parametrize("include_self", [True, False])
def test_more_elements_than_the_dtype_can_count(either_host, dtype, count, include_self):
    x, index = torch.tensor([3, 5], dtype=dtype), torch.zeros(count, dtype=torch.int64)
    source = torch.randint(0, 100, (count,)).to(dtype)
    values = [x, 0, index, source, "mean", include_self]
    # An index_reduce looks at all indices for each of them.
    for name, out in {"scatter_reduce": "two_out", "index_reduce": "out"}.items():
        if name == "scatter_reduce" or count <= 300:
            expected = getattr(torch, name)(x, *values[1:-1], include_self=include_self)
            result = computed(either_host, f"aten::{name}.{out}", values, [expected])[0]
            assert torch.equal(result, expected), name


@pytest.mark.parametrize("dtype", [torch.int8, torch.float16, torch.float32, torch.float64])
@pytest.mark.parametrize(("columns", "length"), [(2, 5), (3, 9), (3, 11), (5, 33)])
def test_windows_that_do_not_begin_at_multiples_of_their_size(either_host, dtype, columns, length):
    x = (torch.arange(columns * length) % 100).reshape(columns, length).to(dtype).t()
    for size, step in itertools.product((1, 2, 4, 8), (1, 2, 3, 4)):
        if size <= length:
            expected = x.unfold(0, size, step)
            values = [x, 0, size, step]
            result = computed(either_host, "aten::unfold_copy.out", values, [expected.contiguous()])[0]
            assert torch.equal(result, expected), (size, step)


@pytest.mark.parametrize("shape", [[1, 3], [3], [1], []])
def test_a_vector_through_a_linear_layer(either_host, shape):
    """The vector makes one row, to which a row can be added."""
    x, weight, bias = torch.randn(4), torch.randn(3, 4), torch.randn(shape)
    expected = torch.nn.functional.linear(x, weight, bias)
    result = computed(either_host, "aten::linear.out", [x, weight, bias], [expected])[0]
    torch.testing.assert_close(result, expected)
    assert either_host.call("aten::linear.out", [x, weight, torch.randn(1, 1, 3), Out(expected)]).error != 0


@pytest.mark.parametrize(
    "kind",
    ["hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p"],
)
def test_polynomials_whose_terms_cancel(either_host, kind):
    """Near a zero, terms are much larger than their sum; a recurrence in Float loses its last digits."""
    x = torch.linspace(-4, 4, 2001)
    degree = torch.tensor(9)
    expected = getattr(torch.special, kind)(x.double(), degree).float()
    result = computed(either_host, f"aten::special_{kind}.out", [x, degree], [expected])[0]
    torch.testing.assert_close(result, expected, rtol=2**-23, atol=0)


def test_polynomials_beyond_the_largest_float(either_host):
    x = torch.tensor([3e38, -3e38, 1e20, -1e20])
    degree = torch.tensor([[1], [2], [3]])
    for kind in ("hermite_polynomial_he", "chebyshev_polynomial_u", "legendre_polynomial_p"):
        expected = getattr(torch.special, kind)(x, degree)
        result = computed(either_host, f"aten::special_{kind}.out", [x, degree], [expected])[0]
        torch.testing.assert_close(result, expected, equal_nan=True)


@pytest.mark.parametrize("dim", [-3, 0, 1, 5])
def test_nothing_is_concatenated_along_any_dimension(either_host, dim):
    nothing = torch.zeros(0)
    for tensors in ([nothing], [nothing, nothing.bool()]):
        expected = torch.cat(tensors, dim)
        result = computed(either_host, "aten::cat.out", [tensors, dim], [expected])[0]
        assert result.shape == expected.shape == (0,)
    with_others = [nothing, torch.zeros(2, 3)]
    assert either_host.call("aten::cat.out", [with_others, 2, Out(torch.zeros(2, 3))]).error != 0


def test_padding_is_at_most_half_of_the_kernel(either_host):
    """However far a dilation spreads it, as in PyTorch."""
    x = torch.randn(2, 9, 14)
    with pytest.raises(RuntimeError, match="half of kernel size"):
        torch.ops.aten.max_pool2d_with_indices(x, [3, 2], [1, 1], [1, 2], [1, 3])
    outs = Out(torch.zeros(2, 9, 15)), Out(torch.zeros(2, 9, 15, dtype=torch.int64))
    values = [x, [3, 2], [1, 1], [1, 2], [1, 3], False]
    assert either_host.call("aten::max_pool2d_with_indices.out", [*values, *outs]).error != 0


@pytest.mark.parametrize("kernel", [[2, 1, 100], [1, 1, 3], [3]])
def test_windows_of_avg_pool3d_are_not_larger_than_the_tensor(either_host, kernel):
    """Even if padding or `ceil_mode` would give them an output, unlike in two dimensions."""
    x = torch.randn(1, 2, 8, 2)
    padding = [1 if k == 3 else 0 for k in kernel]
    with pytest.raises(RuntimeError, match="smaller than kernel size"):
        torch.ops.aten.avg_pool3d(x, kernel, [], padding, True)
    values = [x, kernel, [], padding, True, True, None, Out(torch.zeros(1, 1, 8, 1))]
    assert either_host.call("aten::avg_pool3d.out", values).error != 0


@pytest.mark.parametrize("groups", [1, 8])
@pytest.mark.parametrize("order", [(0, 4, 3, 2, 1), (2, 0, 4, 3, 1), (0, 4, 3, 1, 2)])
def test_strides_of_dimensions_of_one_element_mean_nothing(either_host, order, groups):
    """In some dim orders, the last stride of an image of one column is that of a whole image."""

    def in_order(tensor):
        return torch.empty_permuted(tensor.shape, order).copy_(tensor)

    x, weight = in_order(torch.randn(2, 8, 1, 5, 1)), in_order(torch.randn(24, 8 // groups, 1, 1, 1))
    values = [x, weight, None, [1, 1, 3], [0, 0, 0], [1, 3, 1], False, [0, 0, 0], groups]
    expected = torch.ops.aten.convolution(*values)
    result = computed(either_host, "aten::convolution.out", values, [in_order(expected)])[0]
    torch.testing.assert_close(result, expected)
