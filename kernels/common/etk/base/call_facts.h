// What is true of all calls of an operator that the models make, and the arguments that are the same in each.
// The build verifies each call before its kernel runs, so that a kernel may be compiled for these facts; see
// `call_selective_build`. Without it, every call is possible.
#pragma once

#include "etk/base/selected_dtypes.h"

#include <limits>
#include <optional>

#if defined(RULES_EXECUTORCH_SELECTIVE_BUILD_CALLS) && !defined(RULES_EXECUTORCH_SELECTED_CALLS_H_)
#include "selected_calls.h"
#endif

namespace etk {

/// What the patterns ask for. By default, every call is possible.
struct Facts {
  // In each call, all tensors have one of the dtypes that the build has selected for the operator.
  bool same_dtypes = false;
  // All tensors are static: their memory does not grow, and an out has its sizes before the call.
  bool is_static = false;
  // In each call, all tensors have the sizes of the out, before the call.
  bool same_sizes = false;
  // All tensors are contiguous in the order of their dimensions.
  bool is_contiguous = false;
  bool has_empty = true;
  size_t min_rank = 0;
  size_t max_rank = kMaxRank;
  // The dtype of all tensors that are no outs, and that of all outs, in all calls; Undefined if there are
  // several.
  ScalarType dtype = ScalarType::Undefined;
  ScalarType out_dtype = ScalarType::Undefined;
};

/// An argument that is the same constant in every call, or a tensor of the same dtype.
struct Fixed {
  enum Kind : uint8_t { kAnything, kNone, kBool, kInt, kDouble, kInts, kDtype };
  Kind kind = kAnything;
  double number = 0;
  int64_t integer = 0;  // kBool, kInt and kDtype; the count of kInts
  const int64_t* integers = nullptr;
};

namespace internal {

constexpr bool are_equal(const char* a, const char* b) {
  while (*a && *a == *b) {
    ++a, ++b;
  }
  return *a == *b;
}

constexpr Facts facts_of([[maybe_unused]] const char* op) {
  Facts facts;
#ifdef RULES_EXECUTORCH_SELECTIVE_BUILD_CALLS
  // The row without a name is true of the calls of all operators.
  for (const auto& row : rules_executorch::kCallFacts) {
    if (are_equal(row.op, op)) {
      facts.same_dtypes = row.same_dtypes;
      facts.is_static = row.is_static;
      facts.same_sizes = row.same_sizes && row.is_static;
      facts.is_contiguous = row.is_contiguous;
      facts.has_empty = row.has_empty;
      facts.min_rank = static_cast<size_t>(row.min_rank);
      facts.max_rank = static_cast<size_t>(row.max_rank);
      if (row.dtype >= 0) {
        facts.dtype = static_cast<ScalarType>(row.dtype);
      }
      if (row.out_dtype >= 0) {
        facts.out_dtype = static_cast<ScalarType>(row.out_dtype);
      }
    }
  }
#endif
  return facts;
}

constexpr Fixed fixed_of([[maybe_unused]] const char* op, [[maybe_unused]] int index) {
  Fixed fixed;
#ifdef RULES_EXECUTORCH_SELECTIVE_BUILD_CALLS
  for (const auto& row : rules_executorch::kFixedArguments) {
    if (*op && row.index == index && are_equal(row.op, op)) {
      fixed.kind = static_cast<Fixed::Kind>(row.kind + 1);
      fixed.number = row.number;
      fixed.integer = row.integer;
      fixed.integers = row.integers;
    }
  }
#endif
  return fixed;
}

}  // namespace internal

/// What is true of all calls of operator `kOp`; with kAnyOperator, of those of all operators.
template <const char* kOp>
constexpr Facts call_facts() {
  return internal::facts_of(kOp);
}

/// The argument of operator `kOp` with this index in its schema.
template <const char* kOp>
constexpr Fixed fixed_argument(int index) {
  return internal::fixed_of(kOp, index);
}

/// A number that is the same in every call. Its value is known when the kernel is compiled.
template <const char* kOp, int kIndex>
struct FixedScalar : Scalar {
  static constexpr Fixed kFixed = fixed_argument<kOp>(kIndex);

  FixedScalar() : Scalar(scalar()) {}

  static Scalar scalar() {
    if constexpr (kFixed.kind == Fixed::kDouble) {
      return kFixed.number;
    } else if constexpr (kFixed.kind == Fixed::kBool) {
      return kFixed.integer != 0;
    } else {
      return kFixed.integer;
    }
  }
};

/// A number as a value.
template <typename C>
C value_of(const Scalar& number) {
  return to<C>(number);
}
template <typename C, const char* kOp, int kIndex>
C value_of(const FixedScalar<kOp, kIndex>& number) {
  constexpr Fixed fixed = fixed_argument<kOp>(kIndex);
  if constexpr (fixed.kind != Fixed::kDouble) {
    return static_cast<C>(fixed.integer);
  } else if constexpr (std::is_integral_v<C>) {
    return to<C>(number);
  } else {
    return static_cast<C>(fixed.number);
  }
}

/// The argument with this index, as a constant if it is one: a number, a bool, or an optional without a
/// value.
template <const char* kOp, int kIndex, typename T>
ETK_INLINE decltype(auto) fixed_or(const T& argument) {
  constexpr Fixed fixed = fixed_argument<kOp>(kIndex);
  if constexpr (std::is_same_v<T, Scalar>) {
    if constexpr (fixed.kind == Fixed::kAnything) {
      return (argument);
    } else {
      return FixedScalar<kOp, kIndex>();
    }
  } else if constexpr (fixed.kind == Fixed::kAnything) {
    return T(argument);
  } else if constexpr (std::is_same_v<T, bool>) {
    return fixed.integer != 0;
  } else {
    return fixed.kind == Fixed::kNone ? T() : T(argument);
  }
}

/// Whether a fixed argument is a number that every dtype for which the operator is selected can hold: a small
/// one.
template <const char* kOp, int kIndex>
constexpr bool is_small() {
  constexpr Fixed fixed = fixed_argument<kOp>(kIndex);
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr bool is_finite = fixed.number >= -largest && fixed.number <= largest;
  return fixed.kind == Fixed::kDouble
             ? (!is_finite || (fixed.number >= -65504 && fixed.number <= 65504)) &&
                   !selected.has(Compute::kInt)
             : fixed.kind == Fixed::kInt && fixed.integer >= 0 && fixed.integer < 128;
}

/// Whether an argument names one dimension, adjacent ones or, by its absence, all of them, the same in all
/// calls.
template <const char* kOp, int kIndex>
constexpr bool is_fixed_block() {
  constexpr Fixed fixed = fixed_argument<kOp>(kIndex);
  if constexpr (fixed.kind == Fixed::kInts && fixed.integer > 0) {
    int64_t low = fixed.integers[0], high = low;
    for (int64_t i = 0; i < fixed.integer; ++i) {
      low = fixed.integers[i] < low ? fixed.integers[i] : low;
      high = fixed.integers[i] > high ? fixed.integers[i] : high;
    }
    // Without gaps, for dimensions that are named twice are refused, and all counted from the same end.
    return high - low == fixed.integer - 1 && (low < 0) == (high < 0);
  }
  return fixed.kind == Fixed::kInt || fixed.kind == Fixed::kNone;
}

}  // namespace etk
