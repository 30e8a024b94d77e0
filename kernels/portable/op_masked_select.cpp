// masked_select(self, mask) = the elements of self where mask is true, in order
#include "etk/mask.h"

#include <cstring>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaskedSelect[] = "masked_select.out";

Tensor& masked_select_out(Context& ctx, const Tensor& self, const Tensor& mask, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kMaskedSelect>(self, mask) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, mask.scalar_type() == ScalarType::Bool && !is_large_unsigned(dtype), out);
  Shape shape(self);
  ETK_REQUIRE(ctx, broadcast(shape, Shape(mask)), out);
  View from(self), where(mask);
  from.broadcast_to(shape);
  where.broadcast_to(shape);
  Shape selected;
  selected.push_back(count_nonzero(where));
  if (!resize(ctx, out, selected)) {
    return out;
  }
  const View to(out);
  char* at = to.data;
  for (NonZero found(where, from); found.next(); at += to.strides[0]) {
    std::memcpy(at, found.at(), to.element_size);
  }
  return out;
}

}  // namespace torch::executor::native
