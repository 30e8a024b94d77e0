"""Kernels that are compiled for facts of calls: what they ask for, and of which argument."""

import re
import subprocess

import pytest
from cmake_build import wheel
from conftest import COMPILER, ROOT
from etgen.functions_yaml import read

PORTABLE = ROOT / "kernels/portable"
SCHEMAS = {entry.schema.name.unqualified: entry.schema for entry in read(str(PORTABLE / "functions.yaml"))}

# What patterns ask for, by the operators that use them.
OF_PATTERNS = {
    "convolution.out": {2: "bias", 5: "dilation", 6: "transposed", 7: "output_padding"},
    "addmm.out": {3: "beta", 4: "alpha"},
    "baddbmm.out": {3: "beta", 4: "alpha"},
    "full_like.out": {1: "fill_value", 2: "memory_format"},
    "scalar_tensor.out": {0: "s"},
    "arange.out": {0: "end"},
    "arange.start_out": {0: "start", 1: "end", 2: "step"},
    "embedding.out": {1: "indices"},
    "amax.out": {1: "dim"},
    "amin.out": {1: "dim"},
    "argmax.out": {1: "dim"},
    "argmin.out": {1: "dim"},
    "max.dim_max": {1: "dim"},
    "min.dim_min": {1: "dim"},
    "prod.int_out": {1: "dim"},
    "var.out": {1: "dim"},
    "var.correction_out": {1: "dim"},
    "var_mean.correction_out": {1: "dim"},
    "any.out": {1: "dim"},
    "any.dims_out": {1: "dim"},
}
_NAME = re.compile(r'static constexpr char (k\w+)\[\] = "([^"]+)";')
_ASKED = re.compile(r"(?:fixed_or|argument)<(k\w+), (\d+)>\((\w+)\)")
_BLOCK = re.compile(r"is_fixed_block<(k\w+), (\d+)>")


def asked():
    """The operator, the number and the name of each argument that the source of an operator asks for."""
    for path in sorted(PORTABLE.glob("op_*.cpp")):
        text = path.read_text()
        names = dict(_NAME.findall(text))
        for op, index, argument in _ASKED.findall(text):
            yield names[op], int(index), argument
        for op, index in _BLOCK.findall(text):
            yield names[op], int(index), "dim"
    for op, arguments in OF_PATTERNS.items():
        yield from ((op, index, argument) for index, argument in arguments.items())


@pytest.mark.parametrize(("op", "index", "argument"), list(asked()))
def test_the_number_of_an_argument_is_its_own(op, index, argument):
    assert SCHEMAS[op].arguments[index].name == argument


CALLS = """
#include <cstdint>
namespace rules_executorch {
struct CallFacts {
  const char* op;
  int8_t min_rank;
  int8_t max_rank;
  bool same_sizes;
  bool same_dtypes;
  bool is_static;
  bool is_contiguous;
  bool has_empty;
  int64_t max_numel;
  int8_t dtype;
  int8_t out_dtype;
};
struct FixedArgument {
  const char* op;
  int8_t index;
  enum Kind : uint8_t { kNone, kBool, kInt, kDouble, kInts, kDtype } kind;
  double number;
  int64_t integer;
  const int64_t* integers;
};
constexpr int64_t kIntegers0[] = {-1, -2};
constexpr int64_t kIntegers1[] = {0, 2};
constexpr CallFacts kCallFacts[] = {
    {"add.out", 2, 4, true, true, true, true, false, 8, 6, 6},
    {"mul.out", 2, 4, true, true, false, true, false, 8, 6, 6},
    {"eq.Scalar_out", 2, 4, true, false, true, true, false, 8, 5, 11},
    {"", 0, 5, false, true, false, true, true, 8, -1, -1},
};
constexpr FixedArgument kFixedArguments[] = {
    {"add.out", 2, FixedArgument::kInt, 0, 1, nullptr},
    {"hardtanh.out", 1, FixedArgument::kDouble, -1e30, 0, nullptr},
    {"hardtanh.out", 2, FixedArgument::kDouble, 6, 0, nullptr},
    {"mean.out", 1, FixedArgument::kInts, 0, 2, kIntegers0},
    {"amax.out", 1, FixedArgument::kInts, 0, 2, kIntegers1},
    {"where.self_out", 0, FixedArgument::kDtype, 0, 11, nullptr},
    {"", 0, FixedArgument::kNone, 0, 0, nullptr},
};
}  // namespace rules_executorch
"""
DTYPES = """
#include <executorch/runtime/core/exec_aten/exec_aten.h>
constexpr bool should_include_kernel_dtype(const char*, executorch::aten::ScalarType dtype) {
  return dtype == executorch::aten::ScalarType::Float;
}
"""
OPERATORS = """
#include "etk/elementwise/plain_map.h"
using namespace etk;
constexpr char kAdd[] = "add.out", kMul[] = "mul.out", kHardtanh[] = "hardtanh.out", kMean[] = "mean.out",
               kAmax[] = "amax.out", kRelu[] = "relu.out", kEq[] = "eq.Scalar_out",
               kWhere[] = "where.self_out";
"""
WITH_FACTS = """
static_assert(is_plain<kAdd>() && call_facts<kAdd>().same_sizes && call_facts<kAdd>().max_rank == 4);
static_assert(!is_plain<kMul>() && !call_facts<kMul>().same_sizes, "sizes of outs that may grow");
static_assert(!is_plain<kRelu>() && call_facts<kRelu>().has_empty, "nothing is known");
static_assert(call_facts<kAnyOperator>().same_dtypes && !call_facts<kAnyOperator>().is_static);
static_assert(only_dtype<kAdd>() == ScalarType::Float);
static_assert(fixed_argument<kAdd>(2).integer == 1 && fixed_argument<kAdd>(1).kind == Fixed::kAnything);
static_assert(!is_plain<kEq>() && only_dtype<kEq>() == ScalarType::Undefined);
static_assert(call_facts<kEq>().dtype == ScalarType::Half && call_facts<kEq>().out_dtype == ScalarType::Bool);
static_assert(fixed_argument<kWhere>(0).kind == Fixed::kDtype && fixed_argument<kWhere>(0).integer == 11);
static_assert(is_plain_map<kAdd, Promote::kSame, Tensor, Tensor, Scalar>());
static_assert(is_plain_map<kEq, Promote::kCompare, Tensor>() && !is_plain_map<kEq, Promote::kSame, Tensor>());
static_assert(!is_plain_map<kEq, Promote::kCompare, Tensor, Scalar>(), "numbers are rounded to Half");
static_assert(!is_plain_map<kAdd, Promote::kSame, Operand>(), "nothing is known of the operand");
static_assert(is_small<kAdd, 2>() && !is_small<kAdd, 1>() && is_small<kHardtanh, 2>());
static_assert(!is_small<kHardtanh, 1>(), "not every dtype holds it");
static_assert(is_fixed_block<kMean, 1>() && !is_fixed_block<kAmax, 1>() && !is_fixed_block<kMean, 2>());
"""
WITHOUT_FACTS = """
static_assert(!is_plain<kAdd>() && !is_plain<kRelu>() && !call_facts<kAnyOperator>().same_dtypes);
static_assert(fixed_argument<kAdd>(2).kind == Fixed::kAnything && !is_small<kAdd, 2>());
static_assert(!is_fixed_block<kMean, 1>());
"""


@pytest.mark.parametrize("known", [True, False])
def test_facts_are_those_of_the_build(tmp_path, known):
    (tmp_path / "selected_calls.h").write_text(CALLS)
    (tmp_path / "selected_op_variants.h").write_text(DTYPES)
    source = tmp_path / "queries.cpp"
    source.write_text(OPERATORS + (WITH_FACTS if known else WITHOUT_FACTS))
    include = wheel() / "include"
    subprocess.run(
        [
            *COMPILER,
            *("-std=c++17", "-fsyntax-only", "-DEXECUTORCH_SELECTIVE_BUILD_DTYPE"),
            *(["-DRULES_EXECUTORCH_SELECTIVE_BUILD_CALLS"] if known else []),
            *("-DC10_USING_CUSTOM_GENERATED_MACROS", "-I", tmp_path, "-I", ROOT / "kernels/common"),
            *("-isystem", include, "-isystem", include / "executorch/runtime/core/portable_type/c10"),
            source,
        ],
        check=True,
    )
