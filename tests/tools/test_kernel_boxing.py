"""The header with which registrations call kernels: every type of argument and result, right and wrong."""

import pytest
from conftest import ROOT
from etgen import generate
from runtime_binary import log_of

MAIN = """\
#include <executorch/runtime/platform/runtime.h>
int catches();
int passes_on();
int without_exceptions();
int main() {
  executorch::runtime::runtime_init();
  return catches() + passes_on() + without_exceptions();
}
"""
UNITS = {
    "catches": ["-DET_CATCH_EXCEPTIONS"],
    "passes_on": [],
    "without_exceptions": ["-DET_CATCH_EXCEPTIONS", "-fno-exceptions"],
}


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """The log of a binary that was compiled with the header in each way: the ways do not influence each
    other.
    """
    directory = tmp_path_factory.mktemp("boxing")
    main = directory / "main.cpp"
    main.write_text(MAIN)
    source = ROOT / "tests/tools/kernel_boxing.cpp"
    units = {name: (source, [*own, f"-DCHECK={name}"]) for name, own in UNITS.items()}
    return log_of(directory, {"main": (main, []), **units}, generate.BOXING.parent)


@pytest.mark.parametrize(
    ("what", "times"),
    [
        ("native_call_shift.out: 3 values, but the schema has 4", 3),
        ("native_call_shift.out: an argument is not of the type that the schema has", 3),
        ("native_call_shift.out: an argument is not of the size, rank or memory that a kernel takes", 3),
        ("native_call_count: no room for its result", 3),
        ("native_call_throws: kernel threw an exception: of the kernel's own", 1),
        ("native_call_throws: kernel threw an exception\n", 1),
    ],
)
def test_failures_are_logged(said, what, times):
    assert said.count(what) == times


def test_values_are_read_as_by_the_kernels_of_executorch_library():
    """Each header can be used without the other: both contain the same code to read a value."""
    begin, end = "/// What a value holds, if that is a T.", "  return value.to<T>();\n}\n"
    others = ROOT / "kernels/custom_ops/include/rules_executorch/boxed_argument.h"
    texts = []
    for path in (generate.BOXING, others):
        (_, text) = path.read_text().split(begin)
        texts.append(text.partition(end)[0].replace("::executorch::aten::Scalar", "Scalar"))
    assert texts[0] == texts[1]
