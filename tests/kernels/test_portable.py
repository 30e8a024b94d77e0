"""The portable kernels against eager PyTorch, and the dtypes they are built for."""

import collections
import re
import subprocess

import pytest
import torch
from conftest import ROOT, build
from etgen import functions_yaml
from kernel_testing import compare, eager
from kernel_testing.host import COMPLEX, DTYPES, Host

PORTABLE = ROOT / "kernels" / "portable"
ENTRIES = functions_yaml.read(str(PORTABLE / "functions.yaml"))
ATEN_OPS = frozenset(entry.name for entry in ENTRIES if entry.name.namespace == "aten")

# Samples of each of PyTorch's operators and each dtype.
MOST = 12


@pytest.fixture(scope="module")
def calls():
    """Calls of all portable ATen operators, as eager PyTorch makes them."""
    return list(eager.calls(ATEN_OPS, list(DTYPES), MOST))


@pytest.fixture(scope="module")
def portable_host():
    binary = build("//kernels/testing:portable_kernel_host") / "kernels/testing/portable_kernel_host"
    with Host([str(binary)]) as host:
        yield host


def failures(verdicts) -> str:
    """One line for each operator, outcome and dtype that is not as it should be."""
    groups = collections.defaultdict(list)
    for verdict in verdicts:
        if verdict.outcome not in (compare.PASSED, compare.SKIPPED):
            call = verdict.call
            groups[str(call.op), verdict.outcome, str(call.expected[0].dtype)].append(verdict)
    return "\n".join(
        f"{op} {outcome} {dtype}: {len(group)} calls, one of them from {group[0].call.origin}: "
        f"{[_shown(value) for value in group[0].call.inputs]}: {group[0].why}"
        for (op, outcome, dtype), group in sorted(groups.items())
    )


def _shown(value: object) -> object:
    return (tuple(value.shape), value.dtype) if isinstance(value, torch.Tensor) else value


def test_every_operator_is_called(calls):
    assert {call.op for call in calls} == ATEN_OPS


def test_results_are_those_of_eager_pytorch(calls, portable_host):
    assert failures(compare.replay(portable_host, call) for call in calls) == ""


def test_channels_last_gives_the_same(calls, portable_host):
    images = [call for call in calls if any(t.dim() == 4 for t in call.expected)]
    assert len({call.op for call in images}) > 20
    verdicts = (compare.replay(portable_host, call, memory_format=torch.channels_last) for call in images)
    assert failures(verdicts) == ""


def test_sanitizers_find_nothing(calls):
    """Reads and writes stay inside of tensors, and no integer overflows, over a part of the calls."""
    binary = build("//kernels/testing:portable_kernel_host", config="sanitize")
    with Host([str(binary / "kernels/testing/portable_kernel_host")]) as host:
        assert failures(compare.replay(host, call) for call in calls[::7]) == ""


def test_wrong_calls_fail_cleanly(calls, portable_host):
    """A wrong argument sets a failure and leaves the outs alone."""
    accepted = []
    tried = collections.Counter()
    for call in calls[::5]:
        for what, values, outs in compare.wrong_calls(call):
            answer = portable_host.call(str(call.op), values)
            tried[call.op] += 1
            untouched = all(
                compare.same_bytes(got, out.tensor) for got, out in zip(answer.outs, outs, strict=True)
            )
            if not answer.error or not answer.intact or not untouched:
                accepted.append(f"{call.op}: {what}: {[_shown(v) for v in call.inputs]}")
    assert "\n".join(accepted) == ""
    # Not tried are operators with a list of outs or none, which wrong_calls does not know how to spoil.
    assert {str(op) for op in ATEN_OPS - set(tried)} == {
        "aten::copy_",
        "aten::index_put_",
        "aten::split_copy.Tensor_out",
        "aten::split_with_sizes_copy.out",
        "aten::unbind_copy.int_out",
    }


@pytest.fixture(scope="module")
def one_dtype():
    """The directory with a build of every operator for Float, and for what its other tensors must be."""
    targets = ("one_dtype_kernel_host", "one_dtype_kernels", "all_portable_kernels")
    return build(*(f"//kernels/testing:{target}" for target in targets)) / "kernels/testing"


@pytest.fixture(scope="module")
def selected():
    """The dtypes that this build has for each operator."""
    text = (ROOT / "kernels/testing/one_dtype.bzl").read_text()
    more = re.search(r"_MORE = \{(.*?)\}", text, re.DOTALL)[1]
    dtypes = {op: {"Float"} for op in re.findall(r'"([\w:.]+)",', text.partition("_MORE")[0])}
    for op, names in re.findall(r'"([\w:.]+)": \[(.*?)\]', more):
        dtypes[op] = set(re.findall(r"\w+", names))
    return dtypes


class TestOneDtype:
    def test_has_every_operator(self, selected):
        assert set(selected) == {str(entry.name) for entry in ENTRIES}

    def test_runs_for_that_dtype_and_for_no_other(self, calls, one_dtype, selected):
        names = {number: name for name, number in (DTYPES | COMPLEX).items()}
        numbers = {"Float": 6, "Bool": 11, "Long": 4, "ComplexFloat": 9}
        wrong, refused, passed = [], set(), set()
        with Host([str(one_dtype / "one_dtype_kernel_host")]) as host:
            for call in calls:
                allowed = {names[numbers[name]] for name in selected[str(call.op)]}
                used = {t.dtype for t in compare.tensors_of(call)}
                verdict = compare.replay(host, call)
                if used <= allowed:
                    passed.add(call.op)
                    if verdict.outcome != compare.PASSED:
                        wrong.append(verdict)
                elif verdict.outcome != compare.SKIPPED:
                    refused.add(call.op)
                    if verdict.outcome != compare.REFUSED:
                        wrong.append(verdict)
        assert "\n".join(f"{v.call.op} {v.outcome} {[_shown(i) for i in v.call.inputs]}" for v in wrong) == ""
        assert passed == ATEN_OPS
        assert refused == ATEN_OPS

    def test_is_smaller(self, one_dtype):
        """What is instantiated by dtype shrinks; what only moves bytes gains a check of the dtype."""
        whole = sizes_of(one_dtype / "liball_portable_kernels_cc.lo")
        one = sizes_of(one_dtype / "libone_dtype_kernels_cc.lo")
        assert set(one) == set(whole)
        assert {name for name in one if one[name] > whole[name] + 32} == set()
        assert one["dtype"] < 0.8 * whole["dtype"]
        for name in ("op_add", "op_mul", "op_eq", "op_mean", "op_softmax", "op_convolution", "op_gelu"):
            assert one[name] < whole[name], name


def sizes_of(archive) -> dict[str, int]:
    """Bytes of code and data of each object in an archive."""
    lines = subprocess.run(["size", archive], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in lines.splitlines()[1:]]
    return {row[5].removesuffix(".o"): int(row[0]) + int(row[1]) for row in rows}


@pytest.fixture(scope="module")
def named():
    """Operator names by the source that asks for them."""
    return {
        path.stem.removeprefix("op_"): re.findall(r'constexpr char k\w+\[\] = "(.*?)";', path.read_text())
        for path in PORTABLE.glob("op_*.cpp")
    }


class TestNames:
    """The name a kernel asks the build's selection with is that of its operator."""

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
