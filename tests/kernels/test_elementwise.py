"""Elementwise operators that PyTorch's dispatcher does not show, or whose results are random."""

import itertools
import math

import pytest
import torch
from conftest import build
from kernel_testing import compare, host
from kernel_testing.host import DTYPES, Host, Out


@pytest.fixture(scope="module")
def portable_host():
    binary = build("//kernels/testing:portable_kernel_host") / "kernels/testing/portable_kernel_host"
    with Host([str(binary)]) as running:
        yield running


class TestAllclose:
    def close(self, portable_host, a, b, rtol=1e-5, atol=1e-8, equal_nan=False) -> bool | None:
        """The kernel's result; None if it fails."""
        out = Out(torch.tensor(False))
        answer = portable_host.call("aten::allclose.out", [a, b, rtol, atol, equal_nan, False, out])
        assert answer.intact
        return None if answer.error else bool(answer.outs[0])

    @pytest.mark.parametrize("dtype", DTYPES, ids=str)
    def test_is_as_in_pytorch(self, portable_host, dtype):
        values = [0, 1, 2, 100, 101]
        if dtype.is_floating_point:
            values += [1.01, -1, math.inf, -math.inf, math.nan, 1e-9]
        for a, b in itertools.product(values, values):
            x, y = torch.tensor(a).to(dtype), torch.tensor([b, b]).to(dtype)
            for tolerances in ((1e-5, 1e-8), (0.0, 0.0), (0.1, 0.0), (0.0, 1.5), (math.inf, 0.0)):
                for equal_nan in (False, True):
                    expected = torch.allclose(x, y, *tolerances, equal_nan)
                    assert self.close(portable_host, x, y, *tolerances, equal_nan) == expected, (
                        a,
                        b,
                        tolerances,
                    )

    def test_looks_at_every_element(self, portable_host):
        x = torch.zeros(3, 100)
        for place in (0, 63, 64, 150, 299):
            y = x.clone()
            y.view(-1)[place] = 1
            assert self.close(portable_host, x, y) is False
            assert self.close(portable_host, x, y, atol=1.0) is True
        assert self.close(portable_host, x, torch.zeros(3, 1)) is True
        assert self.close(portable_host, torch.zeros(0), torch.ones(1)) is True

    def test_integers_are_equal_to_the_last_bit_if_they_have_to_be(self, portable_host):
        a, b = torch.tensor([2**60]), torch.tensor([2**60 + 1])
        assert self.close(portable_host, a, b, rtol=0.0, atol=0.0) is False
        assert self.close(portable_host, a, b) is True

    def test_wrong_calls_fail(self, portable_host):
        x = torch.ones(2)
        assert self.close(portable_host, x, x.double()) is None
        assert self.close(portable_host, x, torch.ones(3)) is None
        assert self.close(portable_host, x, x, rtol=-1.0) is None
        assert self.close(portable_host, x, x, atol=math.nan) is None
        for out in (torch.tensor(1.0), torch.tensor([True, False])):
            answer = portable_host.call("aten::allclose.out", [x, x, 0.0, 0.0, False, False, Out(out)])
            assert answer.error
            assert compare.same_bytes(answer.outs[0], out)

    def test_without_an_out_there_is_no_memory_for_the_result(self, portable_host):
        x = torch.ones(2)
        assert portable_host.call("aten::allclose.Tensor", [x, x, 0.0, 0.0, False, False]).error


class TestDropout:
    def drop(self, portable_host, x, p, train):
        """The kernel's outs; None if it fails."""
        outs = [Out(torch.full_like(x, 7)), Out(torch.zeros(x.shape, dtype=torch.bool))]
        answer = portable_host.call("aten::native_dropout.out", [x, p, train, *outs])
        assert answer.intact
        return None if answer.error else answer.outs

    @pytest.mark.parametrize("dtype", [torch.half, torch.bfloat16, torch.float, torch.double], ids=str)
    @pytest.mark.parametrize("p", [0.0, 0.2, 0.5, 0.9])
    def test_drops_that_many_and_scales_the_others(self, portable_host, dtype, p):
        x = torch.randn(100, 100).to(dtype)
        result, mask = self.drop(portable_host, x, p, True)
        torch.testing.assert_close(result, (x.double() * mask / (1 - p)).to(dtype))
        deviation = math.sqrt(p * (1 - p) / x.numel())
        assert abs(mask.double().mean().item() - (1 - p)) <= 6 * deviation
        # No row or column has significantly more dropped elements than others.
        assert (mask.double().mean(0) - (1 - p)).abs().max() <= 60 * deviation

    def test_draws_anew_every_time(self, portable_host):
        x = torch.ones(1000)
        masks = [self.drop(portable_host, x, 0.5, None)[1] for _ in range(3)]
        assert not torch.equal(masks[0], masks[1])
        assert not torch.equal(masks[1], masks[2])

    def test_drops_everything(self, portable_host):
        result, mask = self.drop(portable_host, torch.tensor([1.0, math.inf, math.nan]), 1.0, True)
        assert not mask.any()
        assert result[0] == 0
        assert result[1:].isnan().all()

    @pytest.mark.parametrize("dtype", DTYPES, ids=str)
    def test_keeps_everything_outside_of_training(self, portable_host, dtype):
        x = torch.arange(12).view(3, 4).to(dtype)
        result, mask = self.drop(portable_host, x, 0.5, False)
        assert torch.equal(result, x)
        assert mask.all()

    def test_wrong_calls_fail(self, portable_host):
        x = torch.ones(3)
        assert self.drop(portable_host, x, -0.1, True) is None
        assert self.drop(portable_host, x, 1.1, True) is None
        assert self.drop(portable_host, x, math.nan, True) is None
        assert self.drop(portable_host, x.int(), 0.5, True) is None
        wrong = [Out(torch.ones(3)), Out(torch.ones(3))]
        assert portable_host.call("aten::native_dropout.out", [x, 0.5, True, *wrong]).error


class TestDivision:
    """Integer divisions for which PyTorch's own division crashes."""

    @pytest.mark.parametrize("dtype", [torch.int8, torch.int16, torch.int32, torch.int64], ids=str)
    def test_the_lowest_integer_by_minus_one(self, portable_host, dtype):
        lowest = torch.tensor([torch.iinfo(dtype).min, 7], dtype=dtype)
        for op, more, expected in (
            ("floor_divide.out", [], [lowest[0], -7]),
            ("div.out_mode", ["floor"], [lowest[0], -7]),
            ("div.out_mode", ["trunc"], [lowest[0], -7]),
            ("fmod.Tensor_out", [], [0, 0]),
            ("remainder.Tensor_out", [], [0, 0]),
        ):
            values = [lowest, torch.tensor(-1, dtype=dtype), *more, Out(torch.zeros(2, dtype=dtype))]
            answer = portable_host.call(f"aten::{op}", values)
            assert not answer.error
            assert answer.outs[0].tolist() == [int(value) for value in expected]

    def test_by_zero_fails(self, portable_host):
        a, b = torch.arange(200), torch.arange(199, -1, -1)
        for op, more in (("floor_divide.out", []), ("div.out_mode", ["floor"]), ("div.out_mode", ["trunc"])):
            out = torch.full([200], 5)
            answer = portable_host.call(f"aten::{op}", [a, b, *more, Out(out)])
            assert answer.error
            assert torch.equal(answer.outs[0], out)
        for op in ("fmod", "remainder"):
            for overload, divisor in (("Tensor_out", b), ("Scalar_out", 0)):
                answer = portable_host.call(f"aten::{op}.{overload}", [a, divisor, Out(torch.full([200], 5))])
                assert answer.error
        # 256 becomes zero as a byte.
        out = Out(torch.ones(2, dtype=torch.uint8))
        assert portable_host.call("aten::fmod.Scalar_out", [torch.ones(2, dtype=torch.uint8), 256, out]).error


def test_a_result_is_rounded_before_it_is_cast_to_the_out(portable_host):
    x, lowest = torch.tensor([100, -128], dtype=torch.int8), torch.tensor([5, 1], dtype=torch.int8)
    out = Out(torch.zeros(2, dtype=torch.int64))
    answer = portable_host.call("aten::pow.Tensor_Tensor_out", [x, lowest, out])
    assert answer.outs[0].tolist() == torch.pow(x, lowest, out=torch.zeros(2, dtype=torch.int64)).tolist()


@pytest.mark.parametrize(
    ("dtype", "number"), [(torch.complex32, 8), (torch.complex64, 9), (torch.complex128, 10)], ids=str
)
def test_the_conjugate_of_complex_numbers(portable_host, monkeypatch, dtype, number):
    monkeypatch.setitem(host.DTYPES, dtype, number)
    x = torch.view_as_complex(torch.randn(3, 4, 2, dtype=torch.double)).to(dtype)
    answer = portable_host.call("aten::_conj_physical.out", [x, Out(torch.zeros_like(x))])
    assert not answer.error
    assert torch.equal(torch.view_as_real(answer.outs[0]), torch.view_as_real(x.conj().resolve_conj()))


def test_complex_numbers_are_divided_without_a_rounding_mode(portable_host, monkeypatch):
    monkeypatch.setitem(host.DTYPES, torch.complex64, 9)
    x, y = (torch.view_as_complex(torch.randn(3, 4, 2)) for _ in range(2))
    answer = portable_host.call("aten::div.out_mode", [x, y, None, Out(torch.zeros_like(x))])
    assert not answer.error
    assert torch.allclose(answer.outs[0], x / y)
    answer = portable_host.call("aten::div.out_mode", [x, y, "trunc", Out(torch.zeros_like(x))])
    assert answer.error
