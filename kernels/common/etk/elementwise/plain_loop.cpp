#include "etk/elementwise/plain_loop.h"

#include "etk/base/loop.h"

namespace etk {
namespace {

// The operands of a call whose tensors are static and contiguous, in runs along the last dimension of the
// out.
struct PlainWalk {
  PlainWalk(const Operand* operands, size_t count, const Tensor& tensor) : operands(operands), out(tensor) {
    const auto sizes = out.sizes();
    const size_t rank = sizes.size();
    numel = out.numel();
    n = rank ? sizes[rank - 1] : 1;
    DimSet covered = 0;
    for (size_t k = 0; k < count; ++k) {
      const Tensor* const tensor = operands[k].tensor;
      const auto own = tensor ? tensor->sizes() : ArrayRef<executorch::aten::SizesType>();
      is_valid = is_valid && plain_strides(own, sizes, strides[k], covered);
      steps[k] = rank ? strides[k][rank - 1] : 0;
    }
    is_valid = is_valid && covered == (DimSet{1} << rank) - 1;
  }

  // The first element of a tensor for the run that begins at index `done` of the out.
  const char* at(size_t k, size_t done) const {
    const auto sizes = out.sizes();
    size_t rest = done / n, offset = 0;
    for (size_t d = sizes.size(); d-- > 1; rest /= sizes[d - 1]) {
      offset += rest % sizes[d - 1] * strides[k][d - 1];
    }
    const Tensor& tensor = *operands[k].tensor;
    return static_cast<const char*>(tensor.const_data_ptr()) + offset * tensor.element_size();
  }

  const Operand* operands;
  const Tensor& out;
  bool is_valid = true;  // whether they are broadcast to the shape of the out
  size_t n;              // elements in a run
  size_t numel;
  size_t steps[kMaxViews - 1];  // in elements, along a run
  size_t strides[kMaxViews - 1][kMaxRank];
};

}  // namespace

void run_plain_map(
    Context& ctx,
    PlainFunction function,
    const void* f,
    const Operand* operands,
    size_t count,
    const void* numbers,
    size_t number_size,
    Tensor& out) {
  const PlainWalk walk(operands, count, out);
  ETK_REQUIRE(ctx, walk.is_valid, );
  char* to = static_cast<char*>(out.mutable_data_ptr());
  for (size_t done = 0; done < walk.numel; done += walk.n, to += walk.n * out.element_size()) {
    const void* in[kMaxViews - 1];
    for (size_t k = 0; k < count; ++k) {
      in[k] = operands[k].tensor ? walk.at(k, done) : static_cast<const char*>(numbers) + k * number_size;
    }
    function(f, in, walk.steps, to, walk.n);
  }
}

}  // namespace etk
