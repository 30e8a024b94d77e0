// Rows for operators whose calls are all plain, and whose rows are along adjacent dimensions: a row is an
// array, or has one distance from each element to the next. See base/plain.h.
#pragma once

#include "etk/base/plain.h"

#include <type_traits>

namespace etk {

constexpr size_t kMaxRowInputs = 3;
constexpr size_t kMaxRowResults = 3;

/// Whether all calls of an operator are plain, and rows are as they are read if they are cast to the dtype of
/// their results: integers wrap around either way, but each number would become a bool, or be rounded.
template <const char* kOp>
constexpr bool has_plain_rows() {
  constexpr ScalarType in = call_facts<kOp>().dtype, out = call_facts<kOp>().out_dtype;
  constexpr bool is_kept = in == out || (out != ScalarType::Bool && compute_of(out) == Compute::kInt) ||
                           (is_wide(out) && compute_of(in) == compute_of(out));
  return has_plain_memory<kOp>() && compute_of(in) != Compute::kNone && is_kept;
}

/// The rows of a call, and the one that is computed.
struct PlainRows {
  const void* inputs[kMaxRowInputs];  // null for a number
  const double* numbers;
  void* out;
  void* results[kMaxRowResults];
  size_t count;  // elements in a row
  size_t step;   // from one to the next
  size_t row;    // the index of this row
  size_t base;   // of its first element
};

/// Computes a row. f: the function.
using PlainRowFunction = void (*)(const void* f, const PlainRows& row);

/// A row of a dtype, whose results have another. It has the interface of RowOf.
template <ScalarType kDtype, ScalarType kResult>
class PlainRowOf {
 public:
  using Value = ValueOfDtype<kDtype>;

  explicit PlainRowOf(const PlainRows& rows) : rows_(rows) {}

  size_t count() const {
    return rows_.count;
  }
  template <typename F>
  void for_each(F&& f) {
    const Stored* from = at<const Stored>(rows_.inputs[0]);
    for (size_t i = 0; i < rows_.count; ++i, from += rows_.step) {
      f(value(*from));
    }
  }
  template <typename F>
  void map(F&& f) {
    const Stored* from = at<const Stored>(rows_.inputs[0]);
    Stored* to = at<Stored>(rows_.out);
    // The others are along the row.
    const auto x = [this](size_t k, size_t i) {
      return rows_.inputs[k] ? value(static_cast<const Stored*>(rows_.inputs[k])[i])
                             : static_cast<Value>(rows_.numbers[k]);
    };
    for (size_t i = 0; i < rows_.count; ++i, from += rows_.step, to += rows_.step) {
      if constexpr (std::is_invocable_v<F, Value>) {
        *to = element_of<kDtype>(f(value(*from)));
      } else if constexpr (std::is_invocable_v<F, Value, Value>) {
        *to = element_of<kDtype>(f(value(*from), x(1, i)));
      } else {
        *to = element_of<kDtype>(f(value(*from), x(1, i), x(2, i)));
      }
    }
  }
  Value rounded(Value value) const {
    return PlainRowOf::value(element_of<kDtype>(value));
  }
  template <typename R>
  void set(size_t result, R value) {
    using Number = std::conditional_t<std::is_integral_v<R>, int64_t, Value>;
    static_cast<Element<kResult>*>(rows_.results[result])[rows_.row] =
        element_of<kResult>(static_cast<Number>(value));
  }

 private:
  using Stored = Element<kDtype>;

  template <typename T, typename Data>
  T* at(Data* data) const {
    return static_cast<T*>(data) + rows_.base;
  }
  static Value value(Stored stored) {
    return value_of_element<Value, kDtype>(stored);
  }

  const PlainRows& rows_;
};

namespace internal {

template <ScalarType kDtype, ScalarType kResult, typename F>
void plain_row_function(const void* f, const PlainRows& rows) {
  PlainRowOf<kDtype, kResult> row(rows);
  (*static_cast<const F*>(f))(row);
}

}  // namespace internal

/// The sum of f(x) over a row, like that of other rows.
template <ScalarType kDtype, ScalarType kResult, typename F>
auto sum(PlainRowOf<kDtype, kResult>& row, F&& f) {
  using C = ValueOfDtype<kDtype>;
  constexpr bool is_integral = std::is_integral_v<C>;
  std::conditional_t<is_integral, uint64_t, double> total = 0;
  std::conditional_t<is_integral, uint64_t, C> partial = 0;
  size_t n = 0;
  row.for_each([&](C x) {
    if (n++ % 8 == 0) {
      total += static_cast<decltype(total)>(partial);
      partial = 0;
    }
    partial += f(x);
  });
  total += static_cast<decltype(total)>(partial);
  return static_cast<std::conditional_t<is_integral, int64_t, double>>(total);
}

}  // namespace etk
