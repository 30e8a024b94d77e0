"""The optimized kernels equal eager PyTorch, in the same tests as the portable ones."""

import re

import pytest
from conftest import ROOT
from dtypes_taken import ALL_DTYPES, expect_declared
from etgen import functions_yaml
from etgen.dtypes import DType
from hosts import optimized_host
from kernel_testing import report, run, samples
from kernel_testing.accepted import accepted
from kernel_testing.process import Process
from kernel_testing.sources import CHANNELS_LAST, Plan
from kernel_testing.suite import References, Suite
from test_portable import other_calls

OPTIMIZED = ROOT / "kernels" / "optimized"
ENTRIES = functions_yaml.read(str(OPTIMIZED / "functions.yaml"))
OPS = frozenset(entry.name for entry in ENTRIES)
# The dtypes of `optimized_calls`, without complex ones.
DTYPES = (DType.Float, DType.Half, DType.BFloat16, DType.Double, DType.Long, DType.Byte, DType.Bool)

# Calls that eager PyTorch refuses and kernels accept, as the portable kernels do: the message by operator.
DEVIATIONS = {
    "aten::convolution.out": "set no failure, although output_padding",
    "aten::native_layer_norm.out": r"out 1: .* nan, expected 0.0",
}
_COMPARISON = "set no failure, although (self|other) is"  # comparisons of unsigned integers with other dtypes


@pytest.fixture
def calls(optimized_calls):
    return optimized_calls


@pytest.fixture(scope="module")
def host():
    with Process([optimized_host("dispatch")]) as process:
        yield process


@pytest.fixture(scope="module")
def references():
    return References([], with_torch=True)


def expect_no_failures(results) -> None:
    tally = report.Tally()
    for result in results:
        op = result.sample.op
        deviation = _COMPARISON if re.search(r"::(eq|ge|gt|le|lt|ne)\.", op) else DEVIATIONS.get(op)
        if not (deviation and re.match(deviation, result.why)):
            tally.add(result)
    faults = tally.faults(frozenset(dtype.name for dtype in DType))
    if faults:
        pytest.fail(report.details(faults, ["kernel_testing"]), pytrace=False)


def test_the_yaml_says_which_dtypes_are_taken(calls, host, request):
    others = [call for call in other_calls() if call.schema.name in OPS]
    taken = accepted(host, [*calls, *others], ALL_DTYPES)
    expect_declared(OPTIMIZED / "functions.yaml", taken, request.config.getoption("--update-goldens"))


def test_every_operator_is_called(calls):
    # PyTorch has no dim orders: test_movement.py covers the remaining operators.
    assert {call.schema.name for call in calls} == {op for op in OPS if op.namespace == "aten"}


def test_results_are_those_of_eager_pytorch(calls, host):
    expect_no_failures(run.run(host, call) for call in calls)


def test_channels_last_gives_the_same(calls, host):
    images = [call for call in calls if any(len(t.shape) == 4 for t in call.expected)]
    changed = (samples.in_order(call, CHANNELS_LAST[4], "channels_last") for call in images)
    expect_no_failures(run.run(host, call) for call in changed)


def test_sanitizers_find_nothing(calls):
    """The kernels are built for one target and without threads, as by default."""
    with Process([optimized_host("sanitize")]) as process:
        expect_no_failures(run.run(process, call) for call in calls)


def test_drawn_calls_and_wrong_ones(host, references):
    schemas = [entry.schema for entry in ENTRIES]
    suite = Suite(schemas, references, Plan(DTYPES, most=4, wrong=4))
    expect_no_failures(run.run(host, call) for call in suite.samples())
