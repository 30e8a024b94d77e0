// A row of the row pattern: its values, chunk by chunk, and what operators compute from them.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/reduce/plain_rows.h"

#include <limits>
#include <type_traits>

namespace etk {

class Rows;

/// One row. RowOf has the interface for the function.
class Row {
 public:
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  /// The number of elements in the row.
  size_t count() const {
    return count_;
  }

 protected:
  Row(Rows& rows, const Loop& along, size_t count) : rows_(rows), along_(along), count_(count) {}

  // An iteration over the chunks of the row.
  struct Walk {
    explicit Walk(Row& row) : row(row), cursor(row.along_) {}
    // Reads the next chunk of the first `inputs` inputs; false at the end.
    bool next(size_t inputs);
    // Writes values to the current chunk of the out.
    void put(const void* values);

    Row& row;
    Cursor cursor;
    size_t n = 0;
    const void* values[kMaxRowInputs];
  };

  void set(size_t result, const void* value);
  void round(void* value) const;

  Rows& rows_;
  const Loop& along_;
  const size_t count_;
  char* results_[kMaxRowResults];

  friend class Rows;
};

/// A row of values of compute type C.
template <typename C>
class RowOf : public Row {
 public:
  using Value = C;

  /// Calls f(x) for each element.
  template <typename F>
  void for_each(F&& f) {
    for_each_chunk([&](const C* values, size_t n) {
      for (size_t i = 0; i < n; ++i) {
        f(values[i]);
      }
    });
  }

  /// Calls f(values, n) for each chunk.
  template <typename F>
  void for_each_chunk(F&& f) {
    for (Walk walk(*this); walk.next(1);) {
      f(static_cast<const C*>(walk.values[0]), walk.n);
    }
  }

  /// Sets the row of the out to f(x), or to f(x, y, z) with as many inputs as f has parameters.
  template <typename F>
  void map(F&& f) {
    ChunkBuffer results;
    C* to = reinterpret_cast<C*>(results.bytes);
    constexpr size_t inputs = std::is_invocable_v<F, C> ? 1 : std::is_invocable_v<F, C, C> ? 2 : 3;
    for (Walk walk(*this); walk.next(inputs); walk.put(to)) {
      const auto x = [&](size_t input, size_t i) { return static_cast<const C*>(walk.values[input])[i]; };
      for (size_t i = 0; i < walk.n; ++i) {
        if constexpr (inputs == 1) {
          to[i] = f(x(0, i));
        } else if constexpr (inputs == 2) {
          to[i] = f(x(0, i), x(1, i));
        } else {
          to[i] = f(x(0, i), x(1, i), x(2, i));
        }
      }
    }
  }

  /// The value, rounded to the dtype of the rows.
  C rounded(C value) const {
    Row::round(&value);
    return value;
  }

  /// Sets the row's value in the result with index `result`, in the order in which results were added. A
  /// floating-point value has type C.
  template <typename R>
  void set(size_t result, R value) {
    using Stored = std::conditional_t<std::is_integral_v<R>, int64_t, C>;
    const auto stored = static_cast<Stored>(value);
    Row::set(result, &stored);
  }
};

/// The type of the values of a row: `using C = ValueOf<decltype(row)>;` in a generic lambda.
template <typename Row>
using ValueOf = typename std::remove_reference_t<Row>::Value;

/// The sum of f(x) over a row. Groups of eight are added in C, and the groups in double, so that the error
/// does not grow with the length of the row; integers wrap around.
template <typename Row, typename F>
auto sum(Row& row, F&& f) {
  using C = ValueOf<Row>;
  constexpr bool is_integral = std::is_integral_v<C>;
  using Total = std::conditional_t<is_integral, uint64_t, double>;
  Total total = 0;
  row.for_each_chunk([&](const C* values, size_t n) {
    for (size_t i = 0; i < n;) {
      std::conditional_t<is_integral, uint64_t, C> partial = 0;
      for (const size_t end = std::min(n, i + 8); i < end; ++i) {
        partial += f(values[i]);
      }
      total += static_cast<Total>(partial);
    }
  });
  return static_cast<std::conditional_t<is_integral, int64_t, double>>(total);
}

template <typename Row>
auto sum(Row& row) {
  return sum(row, [](ValueOf<Row> x) { return x; });
}

/// The maximum of a row; NaN if the row has one, and the lowest value of C if the row is empty.
template <typename Row>
ValueOf<Row> maximum(Row& row) {
  using C = ValueOf<Row>;
  C result = std::numeric_limits<C>::has_infinity ? -std::numeric_limits<C>::infinity()
                                                  : std::numeric_limits<C>::lowest();
  row.for_each([&](C x) { result = x > result || x != x ? x : result; });
  return result;
}

}  // namespace etk
