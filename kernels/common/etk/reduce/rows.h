// The row pattern: a row consists of the elements along some dimensions, for fixed indices of the other
// dimensions. Reductions compute a value from each row; norms and softmax compute another row.
//
//   Rows rows(self, dims, dtype);
//   rows.result(out, keepdim);
//   rows.run<kAmax>([](auto& row) { row.set(0, maximum(row)); });
//
// The function is called with rows of one compute type C, and is instantiated for the compute types that the
// build has selected. With of_complex it is also called for complex tensors: first with the rows of the real
// parts, then with the rows of the imaginary parts.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/faster.h"
#include "etk/base/loop.h"
#include "etk/elementwise/complex.h"
#include "etk/reduce/plain_rows.h"

#include <limits>
#include <type_traits>

namespace etk {

/// A faster implementation of a reduction, or null. It returns false, without writing anything, if it does
/// not support the tensors.
using ReduceFunction = bool (*)(const Tensor& self, DimSet dims, bool keepdim, Tensor& out);

class Row;

/// Computes a row. f: the function.
using RowFunction = void (*)(const void* f, Row& row);

/// The rows of a tensor along `dims`.
class Rows {
 public:
  static constexpr size_t kMaxInputs = kMaxRowInputs;
  static constexpr size_t kMaxResults = kMaxRowResults;

  /// The rows of `self` along `dims`. Elements are cast to `dtype`, and computed in its compute type.
  Rows(const Tensor& self, DimSet dims, ScalarType dtype);

  /// Adds an input, which is broadcast to the shape of the first input.
  void input(const Tensor& tensor);
  void input(const Scalar& number);
  /// The same, for an operator: plain calls need no source.
  template <const char* kOp>
  void input_of(const Scalar& number) {
    if constexpr (has_plain_rows<kOp>()) {
      numbers_[input_count_] = to<double>(number);
      inputs_[input_count_++] = nullptr;
    } else {
      input(number);
    }
  }

  /// Adds an out with a row for each row of the input.
  void out(Tensor& out);

  /// Adds an out with one value of dtype `result` per row. The out has the dimensions of self without `dims`,
  /// or, with `keepdim`, with size 1 for each of them.
  void result(Tensor& out, bool keepdim, ScalarType result);

  /// Resizes the outs and computes them: f is called with a RowOf<C>& for each row; C is one of `kComputes`.
  /// If all calls are plain, and rows are along adjacent dimensions in all of them, it is a PlainRowOf&.
  template <const char* kOp, unsigned kComputes, bool kIsBlock = false, typename F>
  void run(Context& ctx, const F& f);

 private:
  friend class Row;

  struct Result {
    Tensor* out;
    bool keepdim;
    ScalarType dtype;
  };

  void run(Context& ctx, const Instances<RowFunction>& instances, bool takes_complex, const void* f);
  bool is_valid(Context& ctx, const Instances<RowFunction>& instances) const;
  bool have_complex_dtype(Context& ctx, const Instances<RowFunction>& instances) const;
  bool resize_outs(Context& ctx) const;
  void walk(RowFunction function, const void* f, bool imaginary);
  bool has_plain_outs(Context& ctx, ScalarType dtype) const;
  void run_plain(Context& ctx, ScalarType dtype, PlainRowFunction function, const void* f) const;
  Shape shape_of(const Result& result) const;
  View view_of(const Result& result) const;

  const Shape shape_;
  const DimSet dims_;
  const ScalarType dtype_;
  size_t input_count_ = 0;
  const Tensor* inputs_[kMaxInputs];  // null for a number
  Source sources_[kMaxInputs];
  Tensor* out_ = nullptr;
  size_t result_count_ = 0;
  Result results_[kMaxResults];
  double numbers_[kMaxInputs];  // of inputs that are numbers, if all calls are plain
};

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
    const void* values[Rows::kMaxInputs];
  };

  void set(size_t result, const void* value);
  void round(void* value) const;

  Rows& rows_;
  const Loop& along_;
  const size_t count_;
  char* results_[Rows::kMaxResults];

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

namespace internal {

template <typename C, typename F>
void row_function(const void* f, Row& row) {
  (*static_cast<const F*>(f))(static_cast<RowOf<C>&>(row));
}

}  // namespace internal

template <const char* kOp, unsigned kComputes, bool kIsBlock, typename F>
void Rows::run(Context& ctx, const F& f) {
  if constexpr (kIsBlock && has_plain_rows<kOp>()) {
    constexpr ScalarType dtype = call_facts<kOp>().dtype, result = call_facts<kOp>().out_dtype;
    if constexpr ((kComputes & (1U << static_cast<int>(compute_of(dtype)))) != 0) {
      // Any number can become a floating-point one.
      for (size_t i = 0; !is_floating(result) && i < result_count_; ++i) {
        ETK_REQUIRE(ctx, can_cast(results_[i].dtype, result), );
      }
      run_plain(ctx, dtype, internal::plain_row_function<dtype, result, F>, &f);
      return;
    }
  }
  static constexpr auto instances =
      instantiate<kOp, kComputes, RowFunction>([](auto c) { return internal::row_function<decltype(c), F>; });
  run(ctx, instances, internal::takes_complex<F>, &f);
}

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
