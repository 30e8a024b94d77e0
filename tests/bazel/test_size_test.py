"""et_size_test: it fails if kernels exceed their budget of bytes, and shows which ones have grown."""

import re

from conftest import run_bazel

PACKAGE = "//tests/size"


def run_test(target: str):
    return run_bazel("test", "--noshow_progress", "--test_output=all", "--config=size", f"{PACKAGE}:{target}")


def test_kernels_stay_within_the_committed_budget():
    result = run_test("linear_relu_add_size_test")
    assert result.returncode == 0, result.stdout
    assert re.search(r"^total +11,886 +\d+,\d+ +[+-]\d+", result.stdout, re.MULTILINE)


def test_what_is_too_large_is_shown():
    result = run_test("too_large_test")
    assert result.returncode == 3  # some tests failed
    assert (
        "error: //tests/size:too_large_test: over the budget of bytes: .text, aten::relu.out" in result.stdout
    )
    for line in (r"\.text +4,000 +\d+,\d+ +\+\d,\d+  OVER", r"aten::addmm\.out +- +\d+"):
        assert re.search(f"^{line}$", result.stdout, re.MULTILINE)
