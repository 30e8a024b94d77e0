#include "etk/reduce/plain_rows.h"

#include "etk/reduce/rows.h"

namespace etk {

bool Rows::has_plain_outs(Context& ctx, ScalarType dtype) const {
  ETK_REQUIRE(ctx, compute_of(dtype_) == compute_of(dtype), false);
  ETK_REQUIRE(ctx, !out_ || shape_ == out_->sizes(), false);
  for (size_t i = 0; i < result_count_; ++i) {
    ETK_REQUIRE(ctx, shape_of(results_[i]) == results_[i].out->sizes(), false);
  }
  return true;
}

void Rows::run_plain(Context& ctx, ScalarType dtype, PlainRowFunction function, const void* f) const {
  if (!has_plain_outs(ctx, dtype)) {
    return;
  }
  // The dimensions before, along and after a row.
  size_t outer = 1, count = 1, inner = 1;
  for (size_t d = 0; d < shape_.rank; ++d) {
    if ((dims_ >> d & 1) != 0) {
      count *= shape_.sizes[d];
    } else {
      (dims_ >> d ? outer : inner) *= shape_.sizes[d];
    }
  }
  PlainRows rows;
  for (size_t i = 0; i < input_count_; ++i) {
    const Tensor* input = inputs_[i];
    ETK_REQUIRE(ctx, i == 0 || !input || static_cast<size_t>(input->numel()) == count, );
    rows.inputs[i] = input ? input->const_data_ptr() : nullptr;
  }
  rows.numbers = numbers_;
  rows.out = out_ ? out_->mutable_data_ptr() : nullptr;
  for (size_t i = 0; i < result_count_; ++i) {
    rows.results[i] = results_[i].out->mutable_data_ptr();
  }
  rows.count = count;
  rows.step = inner;
  if (count + result_count_ == 0) {
    return;  // there may be any number of empty rows
  }
  for (rows.row = 0; rows.row < outer * inner; ++rows.row) {
    rows.base = rows.row / inner * count * inner + rows.row % inner;
    function(f, rows);
  }
}

}  // namespace etk
