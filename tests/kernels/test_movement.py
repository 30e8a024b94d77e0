"""Operators that copy, index and create, for which eager PyTorch's samples cannot be used as a reference."""

import pytest
import torch
from conftest import build
from kernel_testing import compare
from kernel_testing.host import DTYPES, DYNAMIC_BOUND, Host, OptionalTensors, Out

FLOATING = [dtype for dtype in DTYPES if dtype.is_floating_point]


# The kernel libraries, and the config of .bazelrc that builds each.
LIBRARIES = {"portable": None, "optimized": "dispatch"}


def host_of(library: str) -> Host:
    name = f"{library}_kernel_host"
    binary = build(f"//kernels/testing:{name}", config=LIBRARIES[library])
    return Host([str(binary / "kernels/testing" / name)])


@pytest.fixture(scope="module")
def host():
    with host_of("portable") as host:
        yield host


@pytest.fixture(scope="module", params=list(LIBRARIES))
def either_host(request):
    with host_of(request.param) as host:
        yield host


def called(host, op: str, *values: object) -> torch.Tensor:
    """The out of a call that must not fail."""
    answer = host.call(op, values)
    assert answer.error == 0
    assert answer.intact
    return answer.outs[0]


def is_refused(host, op: str, *values: object) -> bool:
    """Whether the call fails and leaves its outs unchanged."""
    answer = host.call(op, values)
    items = [item for value in values for item in (value if isinstance(value, list) else [value])]
    before = [item.tensor for item in items if isinstance(item, Out)]
    same = all(compare.same_bytes(*pair) for pair in zip(answer.outs, before, strict=True))
    return answer.error != 0 and answer.intact and same


def random_numbers(host, op: str, dtype: torch.dtype) -> torch.Tensor:
    """100 × 200 random numbers; `_like` operators take a tensor of integers as their input."""
    out = torch.empty(100, 200, dtype=dtype)
    values = [torch.zeros(100, 200, dtype=torch.int32), None] if op.endswith("_like") else [[100, 200]]
    return called(host, f"aten::{op}.out", *values, Out(out)).double()


def sampled(host, weights: torch.Tensor, count: int, replacement: bool) -> torch.Tensor:
    """Drawn indices; None is the generator of random numbers."""
    out = Out(torch.empty(*weights.shape[:-1], count, dtype=torch.int64))
    return called(host, "aten::multinomial.out", weights, count, replacement, None, out)


class TestRandom:
    @pytest.mark.parametrize("op", ["rand", "rand_like"])
    @pytest.mark.parametrize("dtype", FLOATING)
    def test_rand_is_uniform_and_never_one(self, host, dtype, op):
        x = random_numbers(host, op, dtype)
        assert x.min() >= 0
        assert x.max() < 1
        assert abs(x.mean() - 0.5) < 0.02
        tenths = (x * 10).long().flatten().bincount(minlength=10)
        assert ((tenths - 2000).abs() < 300).all()

    @pytest.mark.parametrize("op", ["randn", "randn_like"])
    @pytest.mark.parametrize("dtype", FLOATING)
    def test_randn_is_normal(self, host, dtype, op):
        x = random_numbers(host, op, dtype)
        assert abs(x.mean()) < 0.05
        assert abs(x.std() - 1) < 0.05
        assert abs((x.abs() < 1).double().mean() - 0.6827) < 0.03
        assert abs((x**4).mean() - 3) < 0.4

    @pytest.mark.parametrize("dtype", FLOATING)
    def test_exponential_is_never_zero(self, host, dtype):
        like = torch.zeros(100, 200, dtype=dtype)
        x = called(host, "aten::exponential.out", like, 2.0, None, Out(like)).double()
        assert x.min() > 0
        assert abs(x.mean() - 0.5) < 0.03
        assert abs((x > 1).double().mean() - 0.1353) < 0.02
        # Half would round most of these to 0.
        assert called(host, "aten::exponential.out", like, 1e9, None, Out(like)).min() > 0

    @pytest.mark.parametrize("dtype", FLOATING)
    def test_uniform_and_normal_have_their_parameters(self, host, dtype):
        like = torch.zeros(100, 200, dtype=dtype)
        x = called(host, "aten::uniform.out", like, -3.0, 5.0, None, Out(like)).double()
        assert x.min() >= -3
        assert x.max() <= 5
        assert abs(x.mean() - 1) < 0.15
        assert called(host, "aten::uniform.out", like, 4.0, 4.0, None, Out(like)).unique().tolist() == [4]
        x = called(host, "aten::normal.float_float_out", -2.0, 0.5, [100, 200], None, Out(like)).double()
        assert abs(x.mean() + 2) < 0.05
        assert abs(x.std() - 0.5) < 0.03

    @pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int64, torch.half, torch.float32])
    def test_randint_draws_each_integer_as_often(self, host, dtype):
        out, like = Out(torch.zeros(100, 200, dtype=dtype)), torch.zeros(100, 200)
        for x, low in (
            (called(host, "aten::randint.out", 10, [100, 200], out), 0),
            (called(host, "aten::randint.low_out", 3, 13, [100, 200], out), 3),
            (called(host, "aten::randint_like.out", like, 10, None, out), 0),
            (called(host, "aten::randint_like.low_dtype_out", like, 3, 13, None, out), 3),
        ):
            counts = (x.long().flatten() - low).bincount()
            assert len(counts) == 10
            assert ((counts - 2000).abs() < 300).all()

    def test_randint_spans_all_integers(self, host):
        x = called(host, "aten::randint.low_out", -(2**63), 2**63 - 1, [100], Out(torch.zeros(100).long()))
        assert x.min() < -(2**61)
        assert x.max() > 2**61

    @pytest.mark.parametrize("n", [0, 1, 2, 100, 128])
    @pytest.mark.parametrize("dtype", [torch.int8, torch.int64, torch.half, torch.float32])
    def test_randperm_is_a_permutation(self, host, dtype, n):
        x = called(host, "aten::randperm.out", n, Out(torch.empty(n, dtype=dtype)))
        assert x.sort().values.tolist() == list(range(n))

    def test_every_permutation_is_as_likely(self, host):
        out = Out(torch.empty(3, dtype=torch.int64))
        counts = torch.zeros(27, dtype=torch.int64)
        for _ in range(1800):
            a, b, c = called(host, "aten::randperm.out", 3, out).tolist()
            counts[9 * a + 3 * b + c] += 1
        assert sorted(counts[counts > 0].tolist())[0] > 200
        assert (counts > 0).sum() == 6

    @pytest.mark.parametrize("replacement", [True, False])
    @pytest.mark.parametrize("dtype", FLOATING)
    def test_multinomial_draws_in_proportion_to_the_weights(self, host, dtype, replacement):
        weights = torch.tensor([0.0, 1.0, 2.0, 0.0, 4.0, 1.0], dtype=dtype).repeat(4000, 1)
        drawn = sampled(host, weights, 3, replacement)
        assert drawn.shape == (4000, 3)
        # Of the first index, and of the second after the first, if that is none of the same.
        share = torch.tensor([0, 1, 2, 0, 4, 1]) / 8
        both = share[:, None] * share
        if not replacement:
            both = (both / (1 - share[:, None])).fill_diagonal_(0)
            assert all(len(set(row)) == 3 for row in drawn.tolist())
        counts = torch.zeros(6, 6).index_put_((drawn[:, 0], drawn[:, 1]), torch.ones(4000), accumulate=True)
        # Six standard deviations.
        assert ((counts - 4000 * both).abs() <= 6 * (4000 * both * (1 - both)).sqrt()).all()

    def test_multinomial_draws_from_one_distribution_or_several(self, host):
        assert sampled(host, torch.tensor([0.0, 0.0, 3.0]), 5, True).tolist() == [2] * 5
        assert sampled(host, torch.ones(700), 700, False).sort().values.tolist() == list(range(700))
        # Weights of 0 come last, as in PyTorch.
        weights = torch.tensor([[0.0, 2.0, 0.0, 5e-324], [1.0, 0.0, 0.0, 0.0]], dtype=torch.double)
        drawn = sampled(host, weights, 4, False)
        assert set(drawn[0, :2].tolist()) == {1, 3}
        assert drawn[1, 0] == 0
        assert drawn.sort().values.tolist() == [[0, 1, 2, 3]] * 2
        columns = torch.eye(3).t().contiguous().t()
        assert sampled(host, columns, 1, True).tolist() == [[0], [1], [2]]
        assert sampled(host, torch.ones(0, 4), 2, False).shape == (0, 2)

    @pytest.mark.parametrize(
        ("weights", "count", "replacement"),
        [
            ([1.0, 2.0], 3, False),
            ([1.0, 2.0], 0, True),
            ([1.0, 2.0], -1, True),
            ([1.0, 2.0], 2**62, True),
            ([1.0, -0.5], 1, True),
            ([1.0, float("nan")], 1, False),
            ([1.0, float("inf")], 1, True),
            ([0.0, 0.0], 1, True),
            ([[1.0, 2.0], [0.0, 0.0]], 1, False),
            ([[[1.0, 2.0]]], 1, False),
            ([], 1, True),
            (1.0, 1, True),
        ],
    )
    def test_multinomial_refuses_what_is_no_distribution(self, host, weights, count, replacement):
        out = Out(torch.full((2, 3), 7), dynamism=DYNAMIC_BOUND)
        assert is_refused(host, "aten::multinomial.out", torch.tensor(weights), count, replacement, None, out)

    def test_calls_differ(self, host):
        out = Out(torch.empty(8))
        assert not torch.equal(
            called(host, "aten::rand.out", [8], out), called(host, "aten::rand.out", [8], out)
        )

    def test_what_the_dtype_cannot_hold_is_refused(self, host):
        assert is_refused(host, "aten::rand.out", [3], Out(torch.ones(3, dtype=torch.int64)))
        assert is_refused(host, "aten::randn.out", [-3], Out(torch.ones(3)))
        for op in ("rand_like", "randn_like"):
            numbers = torch.ones(3, dtype=torch.int64)
            assert is_refused(host, f"aten::{op}.out", numbers, None, Out(numbers))
        ones = torch.ones(3)
        for wrong in (
            ("exponential", ones, 0.0),
            ("exponential", ones, -1.0),
            ("exponential", ones.half(), 1.0),
            ("uniform", ones, 2.0, 1.0),
            ("uniform", ones, 0.0, 1e39),
            ("uniform", ones, float("nan"), 1.0),
            ("normal.float_float", 0.0, -1.0, [3]),
            ("normal.float_float", 0.0, float("nan"), [3]),
        ):
            op = f"aten::{wrong[0]}{'_' if '.' in wrong[0] else '.'}out"
            assert is_refused(host, op, *wrong[1:], None, Out(ones))
        bytes_ = Out(torch.ones(3, dtype=torch.int8))
        for low, high in ((0, 129), (-129, 3), (3, 3), (4, 3)):
            assert is_refused(host, "aten::randint.low_out", low, high, [3], bytes_)
        for low, high in ((0, 3), (-1, 1)):
            assert is_refused(host, "aten::randint.low_out", low, high, [3], Out(ones.to(torch.bool)))
        assert is_refused(host, "aten::randint.low_out", 0, 3, [3], Out(ones.to(torch.complex64)))
        assert is_refused(host, "aten::randint.out", 0, [3], bytes_)
        assert is_refused(host, "aten::randperm.out", 129, Out(torch.ones(129, dtype=torch.int8)))
        assert is_refused(host, "aten::randperm.out", 2050, Out(torch.ones(2050, dtype=torch.half)))
        assert is_refused(host, "aten::randperm.out", -1, Out(torch.ones(0)))


LAST = (0, 2, 3, 1)


def last(dtype=torch.float32) -> torch.Tensor:
    return torch.ones(2, 3, 4, 5, dtype=dtype).contiguous(memory_format=torch.channels_last)


class TestDimOrderCopies:
    @pytest.mark.parametrize("dtype", list(DTYPES))
    def test_copy_casts_and_lays_out(self, either_host, dtype):
        x = torch.randint(100, (2, 3, 4, 5)).to(torch.int32)
        op = "dim_order_ops::_to_dim_order_copy.out"
        assert torch.equal(called(either_host, op, x, False, LAST, Out(last(dtype))), x.to(dtype))
        assert torch.equal(
            called(either_host, op, x, False, None, Out(torch.ones(x.shape, dtype=dtype))), x.to(dtype)
        )

    @pytest.mark.parametrize("dtype", list(DTYPES))
    def test_clone_lays_out(self, either_host, dtype):
        x = torch.randint(100, (2, 3, 4, 5)).to(dtype)
        op = "dim_order_ops::_clone_dim_order.out"
        assert torch.equal(called(either_host, op, x, False, LAST, Out(last(dtype))), x)
        laid_out = x.contiguous(memory_format=torch.channels_last)
        assert torch.equal(called(either_host, op, laid_out, False, None, Out(last(dtype))), x)
        assert is_refused(either_host, op, x, False, LAST, Out(last(next(d for d in DTYPES if d != dtype))))

    def test_another_order_is_refused(self, either_host):
        x = torch.randn(2, 3, 4, 5)
        for op in ("dim_order_ops::_to_dim_order_copy.out", "dim_order_ops::_clone_dim_order.out"):
            assert is_refused(either_host, op, x, False, [0, 1, 2, 3], Out(last()))
            assert is_refused(either_host, op, x, False, None, Out(last()))
            assert is_refused(either_host, op, x, False, [0, 1, 2], Out(torch.ones(x.shape)))
            assert is_refused(either_host, op, x, False, LAST, Out(torch.ones(x.shape)))


def test_empty_of_a_dim_order(host):
    op = "dim_order_ops::_empty_dim_order.out"
    out = Out(torch.ones(4, 5), DYNAMIC_BOUND)
    assert called(host, op, [2, 3], None, out).shape == (2, 3)
    assert called(host, op, [2, 3, 4, 5], LAST, Out(last())).shape == (2, 3, 4, 5)
    assert is_refused(host, op, [2, 3, 4, 5], None, Out(last()))
    assert is_refused(host, op, [2, -3], None, Out(torch.ones(2, 3)))
    assert is_refused(host, op, [2, 3, 4], None, Out(torch.ones(2, 3)))


@pytest.mark.parametrize("op", ["et_copy::_h2d_copy.out", "et_copy::_d2h_copy.out"])
def test_device_copies_are_copies(host, op):
    x = torch.randn(2, 3).half()
    assert torch.equal(called(host, op, x, Out(torch.ones(2, 3).half())), x)
    assert is_refused(host, op, x, Out(torch.ones(2, 3)))
    assert is_refused(host, op, x, Out(torch.ones(3, 3).half()))


FIXED = torch.arange(12.0).reshape(3, 4)
ONES = torch.ones(3, 4)
FAR = torch.tensor([[0, 3]])


@pytest.mark.parametrize(
    ("op", "values"),
    [
        ("gather.out", [FIXED, 0, FAR, False, Out(torch.ones(1, 2))]),
        ("gather.out", [FIXED, 1, -FAR, False, Out(torch.ones(1, 2))]),
        ("gather.out", [FIXED, 0, FAR.float(), False, Out(torch.ones(1, 2))]),
        ("gather.out", [FIXED, 0, torch.zeros(1, 5, dtype=torch.long), False, Out(torch.ones(1, 5))]),
        ("gather.out", [FIXED, 0, torch.tensor([0]), False, Out(torch.ones(1))]),
        ("scatter.src_out", [FIXED, 0, FAR, FIXED, Out(ONES)]),
        ("scatter.src_out", [FIXED, 1, FAR, FIXED[:, :1], Out(ONES)]),
        ("scatter.src_out", [FIXED, 1, FAR, FIXED.double(), Out(ONES)]),
        ("scatter.value_out", [FIXED.byte(), 1, FAR, 300, Out(ONES.byte())]),
        ("scatter_add.out", [FIXED, 0, FAR, FIXED, Out(ONES)]),
        ("index_select.out", [FIXED, 0, torch.tensor([-1]), Out(torch.ones(1, 4))]),
        ("index.Tensor_out", [FIXED, OptionalTensors([torch.tensor([3])]), Out(torch.ones(1, 4))]),
        ("index.Tensor_out", [FIXED, OptionalTensors([None, torch.tensor([-5])]), Out(torch.ones(3, 1))]),
        ("index.Tensor_out", [FIXED, OptionalTensors([FAR, FAR, FAR]), Out(torch.ones(1, 2))]),
        ("index.Tensor_out", [FIXED, OptionalTensors([FIXED[:2] > 1]), Out(torch.ones(6))]),
        ("index.Tensor_out", [FIXED, OptionalTensors([torch.tensor(True)]), Out(ONES)]),
        ("index.Tensor_out", [FIXED, OptionalTensors([FIXED > 1, FAR]), Out(ONES)]),
        ("index.Tensor_out", [FIXED, OptionalTensors([None]), Out(ONES)]),
        ("index.Tensor_out", [FIXED, OptionalTensors([FAR.short()]), Out(torch.ones(1, 2, 4))]),
        ("index_put_", [Out(FIXED), OptionalTensors([torch.tensor([0, 3])]), torch.tensor(1.0), False]),
        ("index_put_", [Out(FIXED), OptionalTensors([torch.tensor([0])]), torch.ones(2, 4), False]),
        ("index_put_", [Out(FIXED), OptionalTensors([torch.tensor([0])]), torch.tensor(1), False]),
        ("index_put_", [Out(FIXED.byte()), OptionalTensors([FIXED > 5]), torch.tensor(300), False]),
        ("copy_", [Out(FIXED), torch.ones(2, 4), False]),
        ("copy_", [Out(FIXED), torch.ones(1, 3, 4), False]),
        ("masked_scatter.out", [FIXED, FIXED > 5, torch.ones(5), Out(ONES)]),
        ("masked_scatter.out", [FIXED, (FIXED > 5).byte(), FIXED, Out(ONES)]),
        ("constant_pad_nd.out", [FIXED, [1], 0, Out(ONES)]),
        ("constant_pad_nd.out", [FIXED, [5, -5], 0, Out(ONES)]),
        ("constant_pad_nd.out", [FIXED, [2**62, -(2**62)], 0, Out(ONES)]),
        ("constant_pad_nd.out", [FIXED.byte(), [1, -1], 300, Out(ONES.byte())]),
        ("reflection_pad1d.out", [FIXED, [4, 0], Out(torch.ones(3, 8))]),
        ("reflection_pad1d.out", [FIXED, [-(2**63), 0], Out(ONES)]),
        ("replication_pad1d.out", [FIXED, [-2, -2], Out(torch.ones(3, 0))]),
        ("replication_pad2d.out", [FIXED, [1, 1, 1, 1], Out(ONES)]),
        ("as_strided_copy.out", [FIXED, [2], [12], None, Out(torch.ones(2))]),
        ("as_strided_copy.out", [FIXED, [2], [2**62], None, Out(torch.ones(2))]),
        ("as_strided_copy.out", [FIXED, [2], [-1], 3, Out(torch.ones(2))]),
        ("as_strided_copy.out", [FIXED, [], [], 12, Out(torch.tensor(1.0))]),
        ("as_strided_scatter.out", [FIXED, torch.ones(3), [3], [0], None, Out(ONES)]),
        ("narrow_copy.out", [FIXED, 0, -1, 2, Out(torch.ones(2, 4))]),
        ("narrow_copy.out", [FIXED, 0, 0, 2**62, Out(ONES)]),
        ("flip.out", [FIXED, [0, -2], Out(ONES)]),
        ("roll.out", [FIXED, [], [], Out(ONES)]),
        ("roll.out", [FIXED, [1, 2], [0], Out(ONES)]),
        ("repeat.out", [FIXED, [1], Out(ONES)]),
        ("repeat.out", [FIXED, [2**62, 4], Out(ONES)]),
        ("pixel_shuffle.out", [FIXED.reshape(4, 3, 1), 0, Out(torch.ones(1, 6, 2))]),
        ("pixel_shuffle.out", [FIXED.reshape(4, 3, 1), 2**32, Out(torch.ones(1, 6, 2))]),
        ("pixel_unshuffle.out", [FIXED.reshape(3, 2, 2), 3, Out(torch.ones(12, 1, 1))]),
        ("unfold_copy.out", [FIXED, 0, 4, 1, Out(torch.ones(0, 4, 4))]),
        ("unfold_copy.out", [FIXED, 0, 1, 0, Out(torch.ones(3, 4, 1))]),
        ("diagonal_copy.out", [FIXED, 0, 0, -2, Out(torch.ones(3))]),
        ("select_scatter.out", [FIXED, FIXED[0], 0, 3, Out(ONES)]),
        ("select_scatter.out", [FIXED, torch.tensor(1.0), 0, 0, Out(ONES)]),
        ("slice_scatter.out", [FIXED, FIXED, 0, 0, 3, 0, Out(ONES)]),
        ("slice_scatter.out", [FIXED, FIXED[0], 0, 1, 2, 1, Out(ONES)]),
        ("stack.out", [[FIXED, FIXED[0]], 0, Out(torch.ones(2, 3, 4))]),
        ("t_copy.out", [FIXED[None], Out(torch.ones(4, 3, 1))]),
        ("tril.out", [FIXED[0], 0, Out(torch.ones(4))]),
        ("view_as_real_copy.out", [FIXED, Out(torch.ones(3, 4, 2))]),
        ("empty_permuted.out", [[2], [0, 1], Out(torch.ones(2))]),
        ("empty_permuted.out", [[2, 3], [0, 0], Out(torch.ones(2, 3))]),
        ("empty_permuted.out", [[2, 3], [0, -1], Out(torch.ones(2, 3))]),
        ("empty_permuted.out", [[2, 3], [0, 2], Out(torch.ones(2, 3))]),
        ("empty_strided.out", [[2], [1, 1], Out(torch.ones(2))]),
        ("zeros.out", [[-2], Out(torch.ones(2))]),
        ("split_copy.Tensor_out", [FIXED, 0, 0, [Out(ONES)]]),
        ("split_copy.Tensor_out", [FIXED, 2, 0, [Out(ONES)]]),
        ("split_copy.Tensor_out", [FIXED, 2, 0, [Out(ONES[:2]), Out(ONES[:2])]]),
        ("unbind_copy.int_out", [FIXED, 0, [Out(ONES[0]), Out(ONES[0]), Out(ONES[:1])]]),
    ],
)
def test_wrong_arguments_are_refused(host, op, values):
    assert is_refused(host, f"aten::{op}", *values)
