"""Facts of calls: what a registration refuses, and what is not a fact of a program."""

import dataclasses
import math

import crafted
import pytest
from conftest import ROOT, run_etgen
from etgen import call_facts, program
from etgen.call_facts import ANY_NUMBER, CallFacts
from etgen.dtypes import DType
from etgen.selected_op import SelectedOp
from runtime_binary import log_of

SCHEMA = (
    "(Tensor self, Tensor? other, Tensor[] list, Tensor?[] maybe, int dim, Scalar alpha, float eps, "
    "bool keep, int[] dims, *, Tensor(a!) out) -> Tensor(a!)"
)
FUNCTIONS = "".join(
    f"- func: tests::{name}.out{SCHEMA}\n  kernels: [{{arg_meta: null, kernel_name: tests::each_out}}]\n"
    for name in ("any", "each", "mixed", "same")
)
SELECTION = """\
build_features: [runtime_kernel_keys]
call_facts:
  tests::each.out:
    argument 0: dtype Float
    argument 4: int -1
    argument 5: int 1
    argument 6: double 0x1.0000000000000p-1
    argument 7: bool false
    argument 8: ints [1, 0]
    argument 10: none
    elements: at most 6
    holds: contiguous, not empty, same dtypes, same sizes, static
    ranks: 2
  tests::mixed.out:
    argument 0: dtype Float
    argument 9: dtype Float
    elements: any number
    holds: ''
    ranks: 0 to 8
  tests::same.out:
    argument 0: dtype Float
    argument 1: dtype Float
    argument 9: dtype Float
    elements: any number
    holds: same dtypes
    ranks: 0 to 8
et_kernel_metadata:
  tests::any.out: [default]
  tests::each.out: [default]
  tests::mixed.out: [default]
  tests::same.out: [default]
operators: {tests::any.out: {}, tests::each.out: {}, tests::mixed.out: {}, tests::same.out: {}}
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """The log of calls through a generated registration, which has found no mistake."""
    directory = tmp_path_factory.mktemp("calls")
    (directory / "functions.yaml").write_text(FUNCTIONS)
    (directory / "selection.yaml").write_text(SELECTION)
    for command in (
        "resolve --selection selection.yaml --custom-ops-yaml functions.yaml --call-selective-build "
        "--output resolution.json",
        "generate --resolution resolution.json --output-dir generated",
    ):
        done = run_etgen(*command.split(), cwd=directory)
        assert done.returncode == 0, done.stderr
    sources = [ROOT / "tests/tools/call_facts.cpp", *(directory / "generated").glob("*.cpp")]
    return log_of(directory, {each.stem: (each, []) for each in sources}, directory / "generated")


@pytest.mark.parametrize(
    ("what", "times"),
    [
        ("the rank of a tensor", 10),
        ("a tensor with more elements", 5),
        ("an empty tensor", 5),
        ("the dim order of a tensor", 5),
        ("a tensor of dynamic shape", 10),
        ("tensors of different sizes", 5),
        ("the dtype of a tensor", 6),
        ("the value of an argument, or its dtype", 10),
    ],
)
def test_calls_outside_of_the_facts_fail_and_say_why(said, what, times):
    assert said.count(f"tests::each.out: its kernel is not built for {what}\n") == times
    assert "tests::any.out:" not in said


def test_calls_with_another_dtype_of_one_argument_fail(said):
    why = "its kernel is not built for the value of an argument, or its dtype"
    assert said.count(f"tests::mixed.out: {why}\n") == 2
    assert said.count(f"tests::same.out: {why}\n") == 1


def facts_of(directory, values, instructions, operators=("aten::add.out",), inputs=(), dtypes=False):
    """The facts of the first call of a program, without dtypes unless asked for; see `crafted.method`."""
    path = directory / "model.pte"
    path.write_bytes(crafted.method(values, instructions, operators, inputs))
    facts = program.read(str(path), call_facts=True).facts[0][1]
    return facts if dtypes else without_dtypes(facts)


def without_dtypes(facts):
    return facts and dataclasses.replace(
        facts, fixed=tuple(item for item in facts.fixed if not item[1].startswith("dtype "))
    )


STATIC = {"sizes": [2, 3]}
BOUNDED = {"sizes": [2, 3], "dynamism": 1}
UNBOUNDED = {"sizes": [2, 3], "dynamism": 2}
ADD = ("call", 0, [0, 1, 2, 3, 3])
PLAIN = CallFacts(2, 2, max_numel=6, fixed=((2, "int 1"),))


@pytest.mark.parametrize(
    ("tensors", "changes"),
    [
        ((STATIC, STATIC, STATIC), {}),
        ((STATIC, {"sizes": [3]}, STATIC), {"min_rank": 1, "same_sizes": False}),
        ((STATIC, {"sizes": []}, STATIC), {"min_rank": 0, "same_sizes": False}),
        ((STATIC, {"sizes": [2, 3], "dtype": 7}, STATIC), {"same_dtypes": False}),
        ((STATIC, {"sizes": [2, 3], "order": [1, 0]}, STATIC), {"is_contiguous": False}),
        (({"sizes": [0, 3]},) * 3, {"has_no_empty": False, "max_numel": 0}),
        # Equal bounds need not be equal sizes, and any size may become zero.
        ((BOUNDED,) * 3, {"is_static": False, "same_sizes": False, "has_no_empty": False}),
        ((STATIC, BOUNDED, STATIC), {"is_static": False, "same_sizes": False, "has_no_empty": False}),
        (
            (STATIC, STATIC, UNBOUNDED),
            {"is_static": False, "same_sizes": False, "has_no_empty": False, "max_numel": ANY_NUMBER},
        ),
        (({"sizes": [2**16, 2**16]},) * 3, {"max_numel": ANY_NUMBER}),
    ],
)
def test_facts_of_tensors(tmp_path, tensors, changes):
    values = [tensors[0], tensors[1], 1, tensors[2]]
    assert facts_of(tmp_path, values, [ADD]) == dataclasses.replace(PLAIN, **changes)


def test_tensors_in_lists_count_and_absent_ones_do_not(tmp_path):
    lists = {"tensors": [2, 3]}, {"optional_tensors": [4, -1]}
    values = [*lists, STATIC, {"sizes": [1, 2, 3]}, {"sizes": [6]}]
    facts = facts_of(tmp_path, values, [("call", 0, [0, 1, 2, 2])], ["tests::each.out"])
    assert facts == CallFacts(1, 3, same_sizes=False, max_numel=6)


def test_dtypes_of_tensors(tmp_path):
    values = [STATIC, {"sizes": [2, 3], "dtype": 11}, 1, BOUNDED]
    # A caller may give other numbers, but no tensor of another dtype.
    facts = facts_of(tmp_path, values, [ADD], inputs=[0], dtypes=True)
    dtypes = ((0, "dtype Float"), (1, "dtype Bool"), (3, "dtype Float"), (4, "dtype Float"))
    assert without_dtypes(facts).fixed == ((2, "int 1"),)
    assert tuple(item for item in facts.fixed if item[0] != 2) == dtypes


@pytest.mark.parametrize(
    ("value", "constant"),
    [
        (-7, "int -7"),
        (True, "bool true"),
        (0.5, "double 0x1.0000000000000p-1"),
        (None, "none"),
        ({"ints": [4, 4]}, "ints [9, 9]"),
        ({"ints": []}, "ints []"),
        ({"ints": [4] * 17}, None),
        (math.inf, None),
        (math.nan, None),
    ],
)
def test_constants(tmp_path, value, constant):
    fixed = ((2, constant),) if constant else ()
    assert facts_of(tmp_path, [STATIC, STATIC, value, STATIC, 9], [ADD]).fixed == fixed


@pytest.mark.parametrize(
    ("operators", "instructions", "inputs"),
    [
        (["aten::sym_size.int"], [("call", 1, [0, 5, 4])], []),
        (["executorch_prim::add.Scalar"], [("call", 1, [5, 5, 4])], []),
        # Operators of which only a program tells.
        (["tests::count"], [("call", 1, [0, 4])], []),
        (["tests::both"], [("call", 1, [0, 4, 6])], []),
        ([], [("delegate", 0, [0, 4])], []),
        ([], [], [0, 4]),
    ],
    ids=["operator", "operator of the runtime", "custom operator", "two results", "backend", "caller"],
)
@pytest.mark.parametrize("value", [7, {"ints": [4]}], ids=["int", "list"])
def test_a_number_that_may_be_written_is_no_constant(tmp_path, operators, instructions, inputs, value):
    values = [STATIC, STATIC, value, STATIC, 7, 0, STATIC]
    call = ("call", 0, [0, 1, 4 if value == 7 else 2, 3, 3])
    assert facts_of(tmp_path, values, [call]).fixed
    # The instruction comes later, and loops jump back.
    facts = facts_of(tmp_path, values, [call, *instructions], ["aten::add.out", *operators], inputs)
    assert facts is not None
    assert not facts.fixed


def test_the_results_of_an_out_variant_are_its_outs(tmp_path):
    values = [STATIC, 1, STATIC, {"tensors": [2, 4]}, STATIC]
    for passed in ([0, 1, 2, 2], [0, 1, 2, 4, 3]):
        facts = facts_of(tmp_path, values, [("call", 0, passed)], ["tests::custom.out"])
        assert facts.fixed == ((1, "int 1"),)


def test_what_is_moved_is_unknown(tmp_path):
    values = [STATIC, STATIC, 1, STATIC, STATIC]
    assert facts_of(tmp_path, values, [ADD, ("move", 4, 1)]) is None
    in_list = [{"tensors": [1]}, STATIC, STATIC, STATIC]
    assert facts_of(tmp_path, in_list, [("call", 0, [0, 2, 2]), ("move", 3, 1)], ["tests::each.out"]) is None


def test_an_absent_tensor_that_may_be_written_is_unknown(tmp_path):
    values = [STATIC, None, 1, STATIC]
    assert facts_of(tmp_path, values, [ADD]) == dataclasses.replace(PLAIN, fixed=((1, "none"), (2, "int 1")))
    assert facts_of(tmp_path, values, [ADD, ("delegate", 0, [1])]) is None


def test_union_of_calls(tmp_path):
    values = [STATIC, STATIC, 1, STATIC, {"sizes": [6]}, 2]
    path = tmp_path / "model.pte"
    calls = [ADD, ("call", 0, [4, 4, 2, 4, 4]), ("call", 0, [0, 1, 5, 3, 3])]
    path.write_bytes(crafted.method(values, calls, ["aten::add.out"]))
    facts = call_facts.of_all(each for _, each in program.read(str(path), call_facts=True).facts)
    assert without_dtypes(facts) == CallFacts(1, 2, max_numel=6)
    assert call_facts.of_all([facts, None]) is None


@pytest.mark.parametrize(
    "other",
    [SelectedOp(any_call=True), SelectedOp(any_call_with=frozenset({DType.Float}))],
    ids=["any call", "any call with a dtype"],
)
def test_other_selections_of_an_operator_leave_no_facts(other):
    known = SelectedOp(any_call=True, facts=PLAIN)
    assert (known | SelectedOp(sources=frozenset({"part of a description"}))).facts == PLAIN
    assert (known | other).facts is None
    assert (other | known).facts is None
