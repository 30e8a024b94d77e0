"""The bytes that kernels and registration add to an app stay within the budgets of the README."""

import pytest
from conftest import build
from loaded import fused_and_xnnpack, loaded_bytes

# Bytes of code and initialised data, at -Os without exceptions, RTTI and logging.
BUDGETS = {"linear_relu_add": 13_800, "mobilenet_v2": 48 << 10, "transformer": 64 << 10}
# Of kernels for nothing but the calls of the model.
BUDGETS_BY_CALLS = {"linear_relu_add": 5_000, "mobilenet_v2": 11_000, "transformer": 18_000}


@pytest.fixture(scope="module")
def sizes():
    """The difference in bytes between each app and the app without kernels."""
    names = [f"{model}{kind}" for model in BUDGETS for kind in ("", "_by_dtype", "_by_calls")]
    targets = [f"//tests/figures:{name}" for name in ["no_kernels", *names]]
    directory = build(*targets, config="size") / "tests/figures"
    without = loaded_bytes(directory / "no_kernels")
    return {name: loaded_bytes(directory / name) - without for name in names}


@pytest.mark.parametrize("model", BUDGETS)
def test_kernels_stay_within_the_budget(sizes, model):
    assert 0 < sizes[f"{model}_by_dtype"] < sizes[model] <= BUDGETS[model]


@pytest.mark.parametrize("model", BUDGETS_BY_CALLS)
def test_kernels_for_nothing_but_calls_stay_within_theirs(sizes, model):
    assert 0 < sizes[f"{model}_by_calls"] <= BUDGETS_BY_CALLS[model]


def test_fused_kernels_are_an_eighth_of_xnnpack():
    fused, xnnpack = fused_and_xnnpack()
    assert 0 < 8 * fused <= xnnpack
