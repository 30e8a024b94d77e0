#include "etk/index/index_put.h"

#include "etk/base/copy.h"
#include "etk/base/number_checks.h"

namespace etk {
namespace {

// The only element of a tensor.
Scalar read_single(const Tensor& tensor) {
  ChunkBuffer value;
  load(tensor.scalar_type(), tensor.const_data_ptr(), 0, 1, value.bytes);
  switch (compute_of(tensor.scalar_type())) {
    case Compute::kInt:
      return Scalar(*reinterpret_cast<int64_t*>(value.bytes));
    case Compute::kFloat:
      return Scalar(static_cast<double>(*reinterpret_cast<float*>(value.bytes)));
    default:
      return Scalar(*reinterpret_cast<double*>(value.bytes));
  }
}

}  // namespace

Tensor& put_values(
    Context& ctx,
    const PutFunctions& functions,
    const Tensor& self,
    IndexList indices,
    const Tensor& values,
    const Instances<AddElementsFunction>* adds,
    bool is_in_place,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, can_convert(values.scalar_type(), dtype), out);
  ETK_REQUIRE(ctx, !adds || compute_of(dtype) != Compute::kNone, out);
  AdvancedIndex index;
  ETK_REQUIRE(ctx, index.read(self, indices, functions.are_indices), out);
  View from(values);
  ChunkBuffer single;
  if (!adds && index.is_mask() && values.numel() == 1 && compute_of(dtype) != Compute::kNone) {
    // A single value that is assigned through a mask may have any dtype and any number of dimensions.
    const Scalar number = read_single(values);
    ETK_REQUIRE(ctx, !index.is_byte_mask() && can_hold(dtype, number), out);
    from.rank = 0;
    from.dtype = dtype;
    from.element_size = self.element_size();
    from.data = reinterpret_cast<char*>(single.bytes);
    fill(from, number);
  }
  ETK_REQUIRE(ctx, from.dtype == dtype && from.broadcast_to(index.shape()), out);
  if (!is_in_place) {
    if (!resize(ctx, out, Shape(self))) {
      return out;
    }
    functions.copy(View(self), View(out));
  }
  if (!functions.put || !functions.put(out, indices, from, adds != nullptr)) {
    index.put(out, from, adds ? adds->find(dtype) : nullptr);
  }
  return out;
}

}  // namespace etk
