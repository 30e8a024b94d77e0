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

#include "etk/base/faster.h"
#include "etk/elementwise/complex.h"
#include "etk/reduce/row.h"

namespace etk {

/// A faster implementation of a reduction, or null. It returns false, without writing anything, if it does
/// not support the tensors.
using ReduceFunction = bool (*)(const Tensor& self, DimSet dims, bool keepdim, Tensor& out);

/// Computes a row. f: the function.
using RowFunction = void (*)(const void* f, Row& row);

/// The rows of a tensor along `dims`.
class Rows {
 public:
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
  const Tensor* inputs_[kMaxRowInputs];  // null for a number
  Source sources_[kMaxRowInputs];
  Tensor* out_ = nullptr;
  size_t result_count_ = 0;
  Result results_[kMaxRowResults];
  double numbers_[kMaxRowInputs];  // of inputs that are numbers, if all calls are plain
};

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

}  // namespace etk
