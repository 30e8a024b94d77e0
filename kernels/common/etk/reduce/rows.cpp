#include "etk/reduce/rows.h"

namespace etk {
namespace {

bool is_in(DimSet dims, size_t d) {
  return (dims >> d & 1) != 0;
}

// The view with size 1 in each dimension that is in `dims`, if `in`, or that is not.
View without(View view, DimSet dims, bool in) {
  for (size_t d = 0; d < view.rank; ++d) {
    if (is_in(dims, d) == in) {
      view.sizes[d] = 1;
    }
  }
  return view;
}

}  // namespace

Rows::Rows(const Tensor& self, DimSet dims, ScalarType dtype) : shape_(self), dims_(dims), dtype_(dtype) {
  input(self);
}

void Rows::input(const Tensor& tensor) {
  // Elements of self are cast to the dtype; other inputs keep their precision.
  const bool keeps = input_count_ > 0 && compute_of(dtype_) == Compute::kFloat;
  sources_[input_count_] = Source(part_of(tensor.scalar_type()), keeps ? ScalarType::Float : part_of(dtype_));
  inputs_[input_count_++] = &tensor;
}

void Rows::input(const Scalar& number) {
  sources_[input_count_] = Source(number, dtype_);
  inputs_[input_count_++] = nullptr;
}

void Rows::out(Tensor& out) {
  out_ = &out;
}

void Rows::result(Tensor& out, bool keepdim, ScalarType result) {
  results_[result_count_++] = {&out, keepdim, result};
}

bool Rows::is_valid(Context& ctx, const Instances<RowFunction>& instances) const {
  // The dtype of the computation may be one that is not selected: Float, for Half.
  ETK_REQUIRE(ctx, instances.find(compute_of(dtype_)) != nullptr, false);
  for (size_t i = 0; i < input_count_; ++i) {
    if (inputs_[i]) {
      const ScalarType dtype = inputs_[i]->scalar_type();
      ETK_REQUIRE(ctx, instances.selected.has(dtype) && compute_of(dtype) != Compute::kNone, false);
      ETK_REQUIRE(ctx, View(*inputs_[i]).broadcast_to(shape_), false);
    }
  }
  const auto takes = [&](const Tensor& out, ScalarType dtype) {
    return can_cast(dtype, out.scalar_type()) && instances.selected.has(out.scalar_type());
  };
  ETK_REQUIRE(ctx, !out_ || takes(*out_, dtype_), false);
  for (size_t i = 0; i < result_count_; ++i) {
    ETK_REQUIRE(ctx, takes(*results_[i].out, results_[i].dtype), false);
  }
  return true;
}

bool Rows::have_complex_dtype(Context& ctx, const Instances<RowFunction>& instances) const {
  ETK_REQUIRE(ctx, instances.selected.has(dtype_) && !out_, false);
  for (size_t i = 0; i < input_count_; ++i) {
    ETK_REQUIRE(ctx, inputs_[i] && inputs_[i]->scalar_type() == dtype_, false);
  }
  for (size_t i = 0; i < result_count_; ++i) {
    ETK_REQUIRE(ctx, results_[i].dtype == dtype_ && results_[i].out->scalar_type() == dtype_, false);
  }
  return true;
}

Shape Rows::shape_of(const Result& result) const {
  Shape shape;
  for (size_t d = 0; d < shape_.rank; ++d) {
    if (!is_in(dims_, d) || result.keepdim) {
      shape.push_back(is_in(dims_, d) ? 1 : shape_.sizes[d]);
    }
  }
  return shape;
}

bool Rows::resize_outs(Context& ctx) const {
  if (out_ && !resize(ctx, *out_, shape_)) {
    return false;
  }
  for (size_t i = 0; i < result_count_; ++i) {
    if (!resize(ctx, *results_[i].out, shape_of(results_[i]))) {
      return false;
    }
  }
  return true;
}

// The view of a result, with a dimension for each dimension of self.
View Rows::view_of(const Result& result) const {
  View view(*result.out);
  for (size_t d = 0; d < shape_.rank && !result.keepdim; ++d) {
    if (is_in(dims_, d)) {
      view.insert(d);
    }
  }
  return view;
}

void Rows::walk(RowFunction function, const void* f, bool imaginary) {
  // Two nested loops: `across` iterates over rows, `along` over the elements of a row. Both have the inputs
  // and the out; `across` has the results after them.
  Loop across(without(View(*inputs_[0]), dims_, true));
  Loop along(without(View(*inputs_[0]), dims_, false));
  const auto add = [&](const View& view) {
    across.add(without(view, dims_, true));
    along.add(without(view, dims_, false));
  };
  size_t views = 0;
  for (; views < input_count_; ++views) {
    View view(inputs_[views] ? *inputs_[views] : *inputs_[0]);  // views of numbers are not read: any will do
    view.broadcast_to(shape_);
    if (is_complex(dtype_)) {
      view = view.part(imaginary);
    }
    add(view);
  }
  if (out_) {
    add(View(*out_));
    ++views;
  }
  for (size_t i = 0; i < result_count_; ++i) {
    const View view = view_of(results_[i]);
    across.add(is_complex(dtype_) ? view.part(imaginary) : view);
  }
  across.simplify();
  along.simplify(/*keep_order=*/true);

  Row row(*this, along, without(View(*inputs_[0]), dims_, false).numel());
  if (row.count() + result_count_ == 0) {
    return;  // there may be any number of empty rows
  }
  for (Cursor cursor(across); cursor.left(); cursor.step(1)) {
    for (size_t v = 0; v < views; ++v) {
      along.rebase(v, cursor.at(v));
    }
    for (size_t i = 0; i < result_count_; ++i) {
      row.results_[i] = cursor.at(views + i);
    }
    function(f, row);
  }
}

void Rows::run(Context& ctx, const Instances<RowFunction>& instances, bool takes_complex, const void* f) {
  const bool has_parts = takes_complex && is_complex(dtype_);
  if (!(has_parts ? have_complex_dtype(ctx, instances) : is_valid(ctx, instances)) || !resize_outs(ctx)) {
    return;
  }
  const RowFunction function = instances.find(compute_of(part_of(dtype_)));
  walk(function, f, /*imaginary=*/false);
  if (has_parts) {
    walk(function, f, /*imaginary=*/true);
  }
}

bool Row::Walk::next(size_t inputs) {
  cursor.step(n);
  const Loop& along = row.along_;
  n = chunk_of(cursor.left());
  for (size_t i = 0; i < inputs && n > 0; ++i) {
    values[i] = row.rows_.sources_[i].read(cursor.at(i), along.inner_stride(i), n);
  }
  return n > 0;
}

void Row::Walk::put(const void* results) {
  const Rows& rows = row.rows_;
  const size_t view = rows.input_count_;  // the out follows the inputs
  write(rows.dtype_, results, n, rows.out_->scalar_type(), cursor.at(view), row.along_.inner_stride(view));
}

void Row::round(void* value) const {
  ChunkBuffer narrow;
  store(rows_.dtype_, value, 1, narrow.bytes, 0);
  load(rows_.dtype_, narrow.bytes, 0, 1, value);
}

void Row::set(size_t result, const void* value) {
  const Rows::Result& to = rows_.results_[result];
  write(part_of(to.dtype), value, 1, part_of(to.out->scalar_type()), results_[result], 0);
}

}  // namespace etk
