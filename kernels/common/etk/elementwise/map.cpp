#include "etk/elementwise/map.h"

#include "etk/base/chunk.h"
#include "etk/base/loop.h"

namespace etk {
namespace {

// Type promotion across kinds of operands: tensors with dimensions have the highest priority, then tensors
// without dimensions, then numbers. A lower kind counts only if it has a higher category (bool, integer,
// floating-point).
ScalarType combine(ScalarType higher, ScalarType lower) {
  if (higher == ScalarType::Undefined || lower == ScalarType::Undefined) {
    return higher == ScalarType::Undefined ? lower : higher;
  }
  if (is_floating(higher) || (higher != ScalarType::Bool && !is_floating(lower))) {
    return higher;
  }
  return promote(higher, lower);
}

// One call of an elementwise operator.
class Run {
 public:
  Run(Promote promote, const void* f, const Operand* operands, size_t count, Tensor& out)
      : promote_(promote), f_(f), operands_(operands), count_(count), out_(out) {}

  bool find_dtypes(Context& ctx, const Instances<MapFunction>& instances) {
    common_ = computed_in(promote_, promoted(operands_, count_));
    result_ = result_of(promote_, common_);
    ETK_REQUIRE(ctx, takes(promote_, common_), false);
    // There is no function for a compute type that the promotion rule excludes.
    function_ = instances.find(compute_of(common_));
    ETK_REQUIRE(ctx, function_ != nullptr, false);
    ETK_REQUIRE(ctx, can_cast(result_, out_.scalar_type()), false);
    bool selected = instances.selected.has(out_.scalar_type());
    for (size_t i = 0; i < count_; ++i) {
      if (const Tensor* tensor = operands_[i].tensor) {
        selected &= instances.selected.has(tensor->scalar_type());
        selected &= compute_of(tensor->scalar_type()) != Compute::kNone;
      }
    }
    ETK_REQUIRE(ctx, selected, false);
    return true;
  }

  bool resize_out(Context& ctx) {
    Shape shape;
    for (const Operand* o = operands_; o != operands_ + count_; ++o) {
      if (o->tensor && o->along >= 0) {
        const auto dim = static_cast<size_t>(o->along);
        ETK_REQUIRE(ctx, o->tensor->dim() == 1 && dim < shape.rank, false);
        ETK_REQUIRE(ctx, o->tensor->sizes()[0] == shape.sizes[dim], false);
      } else if (o->tensor) {
        ETK_REQUIRE(ctx, broadcast(shape, o->part ? Shape(*o->part) : Shape(*o->tensor)), false);
      }
    }
    return resize(ctx, out_, shape);
  }

  void run() {
    Loop loop{Shape(out_)};
    loop.add(View(out_));
    for (size_t i = 0; i < count_; ++i) {
      add_source(loop, i);
    }
    loop.simplify();
    const ptrdiff_t stride = loop.inner_stride(0);
    direct_out_ = out_.scalar_type() == result_ && is_dense(result_, stride);
    bool whole = direct_out_;
    for (size_t i = 0; i < count_; ++i) {
      whole &= sources_[i].is_direct(loop.inner_stride(views_[i]));
    }
    for (Cursor cursor(loop); cursor.left();) {
      // A run is computed in chunks, or as a whole if nothing has to be widened or narrowed.
      const size_t n = whole ? cursor.left() : chunk_of(cursor.left());
      run_chunk(loop, cursor, n);
      cursor.step(n);
    }
  }

 private:
  void add_source(Loop& loop, size_t i) {
    const Operand& operand = operands_[i];
    const bool is_number = !operand.tensor || operand.tensor->dim() == 0;
    const bool keeps_value = operand.along >= 0 || (is_number && !operand.rounds);
    const bool as_float = keeps_value && compute_of(common_) == Compute::kFloat;
    const ScalarType target = as_float ? ScalarType::Float : common_;
    if (!operand.tensor) {
      sources_[i] = Source(*operand.number, target);
      return;
    }
    sources_[i] = Source(operand.tensor->scalar_type(), target);
    View view = operand.part ? *operand.part : View(*operand.tensor);
    while (operand.along >= 0 && static_cast<ssize_t>(view.rank) + operand.along < out_.dim()) {
      view.insert(view.rank);
    }
    view.broadcast_to(Shape(out_));
    views_[i] = loop.add(view);
  }

  void run_chunk(const Loop& loop, const Cursor& cursor, size_t n) {
    const void* in[kMaxViews - 1];
    for (size_t i = 0; i < count_; ++i) {
      in[i] = sources_[i].read(cursor.at(views_[i]), loop.inner_stride(views_[i]), n);
    }
    if (direct_out_) {
      function_(f_, in, cursor.at(0), n);
      return;
    }
    ChunkBuffer values;
    function_(f_, in, values.bytes, n);
    write(result_, values.bytes, n, out_.scalar_type(), cursor.at(0), loop.inner_stride(0));
  }

  const Promote promote_;
  const void* f_;
  const Operand* operands_;
  const size_t count_;
  Tensor& out_;
  ScalarType common_;  // the promoted dtype of the operands
  ScalarType result_;
  MapFunction function_;
  bool direct_out_;  // whether the function writes directly to the out
  Source sources_[kMaxViews - 1];
  size_t views_[kMaxViews - 1] = {};  // their indices in the loop
};

}  // namespace

Operand part(const Tensor& tensor, const View& view) {
  Operand operand(tensor);
  operand.part = &view;
  return operand;
}

Operand along(const Tensor& tensor, size_t dim) {
  Operand operand(tensor);
  operand.promotes = false;
  operand.along = static_cast<int8_t>(dim);
  return operand;
}

ScalarType promoted(const Operand* operands, size_t count) {
  // By kind: tensors with dimensions, tensors without, numbers.
  ScalarType kinds[3] = {ScalarType::Undefined, ScalarType::Undefined, ScalarType::Undefined};
  for (const Operand* o = operands; o != operands + count; ++o) {
    if (!o->promotes) {
      continue;
    }
    ScalarType dtype = o->tensor ? o->tensor->scalar_type() : dtype_of(*o->number);
    if (!o->tensor && dtype == ScalarType::Double) {
      dtype = ScalarType::Float;  // PyTorch's default dtype
    }
    ScalarType& kind = kinds[!o->tensor ? 2 : o->tensor->dim() == 0 ? 1 : 0];
    kind = kind == ScalarType::Undefined ? dtype : promote(kind, dtype);
    if (compute_of(kind) == Compute::kNone) {
      return ScalarType::Undefined;
    }
  }
  return combine(kinds[0], combine(kinds[1], kinds[2]));
}

void run_map(
    Context& ctx,
    const Instances<MapFunction>& instances,
    Promote promote,
    const void* f,
    const Operand* operands,
    size_t count,
    Tensor& out) {
  Run run(promote, f, operands, count, out);
  if (run.find_dtypes(ctx, instances) && run.resize_out(ctx)) {
    run.run();
  }
}

}  // namespace etk
