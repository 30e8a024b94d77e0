#include "etk/elementwise/map.h"

#include "etk/base/call_facts.h"
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

// The operands of a call whose tensors are static and contiguous, in runs along the last dimension of the
// out.
struct PlainWalk {
  PlainWalk(const Operand* operands, size_t count, const Tensor& tensor) : operands(operands), out(tensor) {
    const auto sizes = out.sizes();
    const size_t rank = sizes.size();
    numel = out.numel();
    n = rank ? sizes[rank - 1] : 1;
    DimSet covered = 0, ignored = 0;
    for (size_t k = 0; k < count; ++k) {
      const Operand& operand = operands[k];
      const auto own = operand.tensor ? operand.tensor->sizes() : ArrayRef<executorch::aten::SizesType>();
      const auto dim = static_cast<size_t>(operand.along);
      if (operand.along < 0) {
        is_valid = is_valid && plain_strides(own, sizes, strides[k], covered);
      } else if (own.size() == 1 && dim < rank && own[0] == sizes[dim]) {
        plain_strides({}, sizes, strides[k], ignored);
        strides[k][dim] = 1;
      } else {
        is_valid = false;
      }
      steps[k] = rank ? strides[k][rank - 1] : 0;
    }
    is_valid = is_valid && covered == (DimSet{1} << rank) - 1;
  }

  // The first element of a tensor for the run that begins at index `done` of the out.
  const char* at(size_t k, size_t done, size_t element_size) const {
    const auto sizes = out.sizes();
    size_t rest = done / n, offset = 0;
    for (size_t d = sizes.size(); d-- > 1; rest /= sizes[d - 1]) {
      offset += rest % sizes[d - 1] * strides[k][d - 1];
    }
    return static_cast<const char*>(operands[k].tensor->const_data_ptr()) + offset * element_size;
  }

  const Operand* operands;
  const Tensor& out;
  bool is_valid = true;  // whether they are broadcast to the shape of the out
  size_t n;              // elements in a run
  size_t numel;
  size_t steps[kMaxViews - 1];  // in elements, along a run
  size_t strides[kMaxViews - 1][kMaxRank];
};

// Whether all calls of all operators are static, contiguous, and of these dtypes, between which values are
// only converted from integer to Float.
constexpr bool are_simple() {
  constexpr Facts facts = call_facts<kAnyOperator>();
  DtypeSet simple;
  simple.add(ScalarType::Bool);
  simple.add(ScalarType::Long);
  simple.add(ScalarType::Float);
  return facts.is_static && facts.is_contiguous &&
         (selected_dtypes<kAnyOperator>() | simple).bits() == simple.bits();
}

void to_floats(const void* integers, size_t n, void* floats) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<float*>(floats)[i] = static_cast<float>(static_cast<const int64_t*>(integers)[i]);
  }
}

// One call of an elementwise operator.
class Run {
 public:
  Run(Promote promote, const void* f, const Operand* operands, size_t count, Tensor& out)
      : promote_(promote), f_(f), operands_(operands), count_(count), out_(out) {}

  bool find_dtypes(Context& ctx, const Instances<MapFunction>& instances) {
    common_ = promoted(operands_, count_);
    if (promote_ == Promote::kFloat && compute_of(common_) == Compute::kInt) {
      common_ = ScalarType::Float;
    }
    const bool is_logical = promote_ == Promote::kCompare || promote_ == Promote::kLogic;
    result_ = is_logical ? ScalarType::Bool : common_;
    ETK_REQUIRE(ctx, is_number(common_) || (common_ == ScalarType::Bool ? takes_bool() : takes_any()), false);
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

  void run_simple(Context& ctx) {
    PlainWalk walk(operands_, count_, out_);
    ETK_REQUIRE(ctx, walk.is_valid, );
    const ScalarType dtype = out_.scalar_type();
    const bool is_float = common_ == ScalarType::Float;
    char* to = static_cast<char*>(out_.mutable_data_ptr());
    for (size_t done = 0; done < walk.numel; done += walk.n) {
      for (size_t at = 0, n; at < walk.n; at += n, to += n * out_.element_size()) {
        n = chunk_of(walk.n - at);
        ChunkBuffer buffers[kMaxViews - 1], integers, values;
        const void* in[kMaxViews - 1];
        for (size_t k = 0; k < count_; ++k) {
          const Tensor* tensor = operands_[k].tensor;
          in[k] = buffers[k].bytes;
          if (!tensor) {
            const Scalar& number = *operands_[k].number;
            const float single = etk::to<float>(number);
            const int64_t whole =
                common_ == ScalarType::Bool ? etk::to<double>(number) != 0 : etk::to<int64_t>(number);
            const void* value = is_float ? static_cast<const void*>(&single) : &whole;
            repeat_element(
                static_cast<const char*>(value), is_float ? sizeof(single) : sizeof(whole), n,
                reinterpret_cast<char*>(buffers[k].bytes));
            continue;
          }
          const size_t size = tensor->element_size(), step = walk.steps[k] * size;
          const char* from = walk.at(k, done, size) + at * step;
          const bool converts = is_float && tensor->scalar_type() != ScalarType::Float;
          load(
              tensor->scalar_type(), from, static_cast<ptrdiff_t>(step), n,
              converts ? integers.bytes : buffers[k].bytes);
          if (converts) {
            to_floats(integers.bytes, n, buffers[k].bytes);
          }
        }
        const bool widens = result_ != ScalarType::Float && dtype == ScalarType::Float;
        function_(f_, in, widens ? integers.bytes : values.bytes, n);
        for (size_t i = 0; result_ == ScalarType::Bool && i < n; ++i) {
          int64_t& value = reinterpret_cast<int64_t*>(widens ? integers.bytes : values.bytes)[i];
          value = value != 0;
        }
        if (widens) {
          to_floats(integers.bytes, n, values.bytes);
        }
        store(dtype, values.bytes, n, to, static_cast<ptrdiff_t>(out_.element_size()));
      }
    }
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
  bool takes_bool() const {
    return promote_ != Promote::kNumber && promote_ != Promote::kShift;
  }

  bool takes_any() const {
    return takes_bool() && promote_ != Promote::kPlain && promote_ != Promote::kLogic;
  }

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

void run_plain_map(
    Context& ctx,
    PlainFunction function,
    const void* f,
    const Operand* operands,
    size_t count,
    const void* numbers,
    size_t element_size,
    Tensor& out) {
  PlainWalk walk(operands, count, out);
  ETK_REQUIRE(ctx, walk.is_valid, );
  char* to = static_cast<char*>(out.mutable_data_ptr());
  for (size_t done = 0; done < walk.numel; done += walk.n, to += walk.n * element_size) {
    const void* in[kMaxViews - 1];
    for (size_t k = 0; k < count; ++k) {
      in[k] = operands[k].tensor ? walk.at(k, done, element_size)
                                 : static_cast<const char*>(numbers) + k * element_size;
    }
    function(f, in, walk.steps, to, walk.n);
  }
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
  if constexpr (are_simple()) {
    if (run.find_dtypes(ctx, instances)) {
      run.run_simple(ctx);
    }
    return;
  }
  if (run.find_dtypes(ctx, instances) && run.resize_out(ctx)) {
    run.run();
  }
}

}  // namespace etk
