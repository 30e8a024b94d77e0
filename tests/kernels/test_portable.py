"""The portable kernels equal eager PyTorch, and support the dtypes that they are built for."""

import collections
import re
import subprocess
import zlib

import pytest
import torch
from conftest import ROOT, build
from dtypes_taken import ALL_DTYPES as DTYPES_TRIED
from dtypes_taken import expect_declared
from etgen import functions_yaml, opset, selection
from etgen.dtypes import DType
from kernel_testing import report, run, samples, sources, torch_samples
from kernel_testing.accepted import accepted
from kernel_testing.host import DTYPES, Host, Out, plain
from kernel_testing.process import Process
from kernel_testing.sources import CHANNELS_LAST, Plan
from kernel_testing.suite import References, Suite

PORTABLE = ROOT / "kernels" / "portable"
ENTRIES = functions_yaml.read(str(PORTABLE / "functions.yaml"))
# These operators draw random numbers: test_elementwise.py and test_movement.py test them.
RANDOM = frozenset(
    {
        *("exponential", "native_dropout", "normal", "rand_like"),
        *("randint", "randint_like", "randn_like", "uniform"),
    }
)
ATEN_OPS = frozenset(
    entry.name for entry in ENTRIES if opset.aten_schema(entry.name) and entry.name.base not in RANDOM
)
ALL_DTYPES = tuple(DType(number) for number in DTYPES.values())
COMPLEX_DTYPES = (DType.ComplexFloat, DType.ComplexDouble)

# The number of samples of each of PyTorch's operators and each dtype.
MOST = 12


@pytest.fixture(scope="module")
def calls():
    """The calls of eager PyTorch of all portable ATen operators."""
    return list(torch_samples.samples(ATEN_OPS, ALL_DTYPES + COMPLEX_DTYPES, MOST))


@pytest.fixture(scope="module")
def portable_host():
    binary = build("//kernels/testing:portable_kernel_host") / "kernels/testing/portable_kernel_host"
    with Process([str(binary)]) as host:
        yield host


@pytest.fixture(scope="module")
def references():
    return References([], with_torch=True)


def expect_no_failures(results) -> None:
    """Fails with an example of each operator, dtype and wrong outcome."""
    tally = report.Tally()
    for result in results:
        tally.add(result)
    faults = tally.faults(frozenset(dtype.name for dtype in DType))
    if faults:
        pytest.fail(report.details(faults, ["kernel_testing"]), pytrace=False)


def expect_what_is_selected(host, calls, selected, ops) -> None:
    """Fails if a call with selected dtypes does not pass, or one with other dtypes is not refused."""
    wrong, refused, passed = [], set(), set()
    for call in calls:
        is_selected = {t.dtype.name for t in call.tensors} <= set(selected[call.op])
        (passed if is_selected else refused).add(call.schema.name)
        result = run.run(host, call)
        if result.outcome != (run.PASSED if is_selected else run.REFUSED):
            wrong.append(result)
    assert report.details(wrong, ["kernel_testing"]) == ""
    assert passed == ops
    assert refused == ops


def other_calls():
    """Calls of the operators for which eager PyTorch has no samples."""
    schemas = {entry.name: entry.schema for entry in ENTRIES if entry.name not in ATEN_OPS}
    x, truth = torch.ones(2, 3), torch.ones(1, dtype=torch.bool)
    inputs = {
        "aten::allclose.Tensor": ([x, x, 1e-5, 1e-8, False, False], []),
        "aten::allclose.out": ([x, x, 1e-5, 1e-8, False, False], [truth]),
        "aten::exponential.out": ([x, 1.0, None], [x]),
        # Without dropping, it copies any dtype.
        "aten::native_dropout.out": ([x, 0.5, False], [x, x.bool()]),
        "aten::normal.float_float_out": ([0.0, 1.0, [2, 3], None], [x]),
        "aten::rand_like.out": ([x, None], [x]),
        # Numbers of every dtype.
        "aten::randint.low_out": ([0, 2, [2, 3]], [x]),
        "aten::randint.out": ([2, [2, 3]], [x]),
        "aten::randint_like.low_dtype_out": ([x, 0, 2, None], [x]),
        "aten::randint_like.out": ([x, 2, None], [x]),
        "aten::randn_like.out": ([x, None], [x]),
        "aten::uniform.out": ([x, -1.0, 2.0, None], [x]),
        "dim_order_ops::_clone_dim_order.out": ([x, False, None], [x]),
        "dim_order_ops::_empty_dim_order.out": ([[2, 3], None], [x]),
        "dim_order_ops::_to_dim_order_copy.out": ([x, False, None], [x]),
        "et_copy::_d2h_copy.out": ([x], [x]),
        "et_copy::_h2d_copy.out": ([x], [x]),
    }
    assert set(inputs) == {str(name) for name in schemas}
    for name, schema in schemas.items():
        arguments, outs = inputs[str(name)]
        values = (tuple(plain(arguments)), tuple(plain([Out(out) for out in outs])))
        yield samples.Sample(schema, f"{name}/Float", *values)


def a_part(calls, most: int):
    """At most this many calls of each operator, chosen by their names."""
    chosen = collections.defaultdict(list)
    for call in sorted(calls, key=lambda call: zlib.crc32(call.case.encode())):
        if len(chosen[call.op]) < most:
            chosen[call.op].append(call)
    return [call for part in chosen.values() for call in part]


def test_every_operator_is_called(calls):
    assert {call.schema.name for call in calls} == ATEN_OPS


def test_results_are_those_of_eager_pytorch(calls, portable_host):
    expect_no_failures(run.run(portable_host, call) for call in calls)


def test_the_yaml_says_which_dtypes_are_taken(calls, portable_host, request):
    taken = accepted(portable_host, [*calls, *other_calls()], DTYPES_TRIED)
    expect_declared(PORTABLE / "functions.yaml", taken, request.config.getoption("--update-goldens"))


def test_channels_last_gives_the_same(calls, portable_host):
    images = [call for call in calls if any(len(t.shape) == 4 for t in call.expected)]
    assert len({call.op for call in images}) > 20
    free = (call for call in images if not sources.says_order(call))
    changed = (samples.in_order(call, CHANNELS_LAST[4], "channels_last") for call in free)
    expect_no_failures(run.run(portable_host, call) for call in changed)


def test_sanitizers_find_nothing(calls):
    """For a part of the calls, reads and writes stay inside tensors, and no integer overflows."""
    binary = build("//kernels/testing:portable_kernel_host", config="sanitize")
    with Process([str(binary / "kernels/testing/portable_kernel_host")]) as host:
        expect_no_failures(run.run(host, call) for call in a_part(calls, 45))


def test_integers_wrap_around():
    """Integers wrap around as in PyTorch, and sanitizers report nothing."""
    binary = build("//kernels/testing:portable_kernel_host", config="sanitize")
    limits = torch.iinfo(torch.int64)
    a = torch.tensor([limits.min, limits.max, -1, 0, 2, limits.min, limits.max, 3])
    b, row, column = a.flip(0), a.view(2, 4), a.flip(0).view(4, 2)
    calls = (
        ("add.out", [a, b, 3], torch.add(a, b, alpha=3)),
        ("sub.out", [a, b, -3], torch.sub(a, b, alpha=-3)),
        ("rsub.Scalar_out", [a, 3, 2], torch.rsub(a, 3, alpha=2)),
        ("mul.out", [a, b], a * b),
        ("neg.out", [a], -a),
        ("sum.IntList_out", [a, [0], False, None], a.sum()),
        ("cumsum.out", [a, 0, None], a.cumsum(0)),
        ("prod.out", [a, None], a.prod()),
        ("mm.out", [row, column], row @ column),
        ("addmm.out", [row[:, :2], row, column, 2, 3], torch.addmm(row[:, :2], row, column, beta=2, alpha=3)),
    )
    with Host([str(binary / "kernels/testing/portable_kernel_host")]) as kernels:
        for op, arguments, expected in calls:
            answer = kernels.call(f"aten::{op}", [*arguments, Out(torch.zeros_like(expected))])
            assert answer.error == 0, op
            assert torch.equal(answer.outs[0], expected), op


def test_wrong_calls_fail_cleanly(calls, portable_host, references):
    """A wrong argument sets a failure and leaves the outs unchanged."""
    wrong = [w for call in a_part(calls, 12) for w in sources.wrong(call, references)]
    expect_no_failures(run.run(portable_host, call) for call in wrong)
    assert {call.schema.name for call in wrong} == ATEN_OPS


def test_drawn_calls(portable_host, references):
    """For calls that are drawn from the schemas, results and failures are those of eager PyTorch."""
    schemas = [entry.schema for entry in ENTRIES if entry.name in ATEN_OPS]
    suite = Suite(schemas, references, Plan(ALL_DTYPES, most=4, wrong=8))
    expect_no_failures(run.run(portable_host, call) for call in suite.samples())


@pytest.fixture(scope="module")
def one_dtype():
    """The directory with a build of every operator for Float, and for dtypes of its other tensors."""
    targets = ("/testing:one_dtype_kernel_host", "/testing:one_dtype_kernels", ":all_kernels")
    return build(*(f"//kernels{target}" for target in targets)) / "kernels/testing"


@pytest.fixture(scope="module")
def selected():
    """The dtypes of each operator in this build."""
    directory = build("//kernels/testing:one_dtype_ops") / "kernels/testing/one_dtype_ops"
    operators = selection.read(str(directory / "selected_operators.yaml")).operators
    return {str(op): {dtype.name for dtype in used.any_call_with} for op, used in operators.items()}


class TestOneDtype:
    def test_has_every_operator(self, selected):
        assert set(selected) == {str(entry.name) for entry in ENTRIES}

    def test_runs_for_that_dtype_and_for_no_other(self, calls, one_dtype, selected):
        with Process([str(one_dtype / "one_dtype_kernel_host")]) as host:
            expect_what_is_selected(host, calls, selected, ATEN_OPS)

    def test_is_smaller(self, one_dtype):
        """Code that is instantiated by dtype shrinks, and each unit has some.

        Code that only moves bytes hardly does: it only checks the dtype, and some of its symbols are named
        after types.
        """
        whole = sizes_of(one_dtype.parent / "liball_kernels_cc.a")
        one = sizes_of(one_dtype / "libone_dtype_kernels_cc.a")
        assert set(one) == set(whole)
        assert {name for name in one if one[name] > whole[name] + 32} == set()
        # The unit with dtype.cpp, which has a switch of all dtypes; its other sources have none.
        (unit,) = (name for name in one if joins(name, "dtype"))
        assert one[unit] < whole[unit] - 1024
        units = [name for name in one if name.startswith("op_")]
        assert len(units) > 20
        assert [name for name in units if one[name] >= whole[name]] == []
        assert sum(one.values()) < 0.95 * sum(whole.values())


def joins(unit: str, source: str) -> bool:
    """Whether a unit, named after its first and last source, contains this source, which is not a kernel."""
    first, _, last = unit.partition("_to_")
    return not unit.startswith("op_") and first <= source <= (last or first)


def sizes_of(archive) -> dict[str, int]:
    """The size of code and data in bytes of each object in an archive."""
    lines = subprocess.run(["size", archive], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in lines.splitlines()[1:]]
    return {row[5].removesuffix(".o"): int(row[0]) + int(row[1]) for row in rows}


@pytest.fixture(scope="module")
def named():
    """Operator names by the source that queries them."""
    return {
        path.stem.removeprefix("op_"): re.findall(r'constexpr char k\w+\[\] = "(.*?)";', path.read_text())
        for path in PORTABLE.glob("op_*.cpp")
    }


class TestNames:
    """A kernel queries the build's selection with the name of its operator."""

    def test_every_operator_is_named_once_where_it_belongs(self, named):
        expected = collections.defaultdict(list)
        for entry in ENTRIES:
            name = entry.name.unqualified if entry.name.namespace == "aten" else str(entry.name)
            expected[entry.name.base.lstrip("_")].append(name)
        assert {file: sorted(names) for file, names in named.items()} == {
            file: sorted(names) for file, names in expected.items()
        }

    def test_every_name_is_used(self):
        for path in PORTABLE.glob("op_*.cpp"):
            text = path.read_text()
            for constant in re.findall(r"constexpr char (k\w+)\[\]", text):
                assert re.search(rf"<{constant}\b", text), f"{path.name} does not ask for {constant}"

    @pytest.mark.parametrize("directory", [PORTABLE, PORTABLE.parent / "optimized"], ids=lambda d: d.name)
    def test_sources_can_be_joined(self, directory):
        """No two sources define the same name: builds with `sources_per_unit` compile them as one."""
        files = collections.defaultdict(set)
        for path in directory.glob("op_*.cpp"):
            named_here = r"^(?:static (?:const|constexpr) \w+|struct|class) (\w+)"
            for name in re.findall(named_here, path.read_text(), re.MULTILINE):
                files[name].add(path.name)
        assert {name: where for name, where in files.items() if len(where) > 1} == {}
