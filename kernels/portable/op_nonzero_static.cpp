// nonzero_static(self, size, fill_value) = the indices of the first `size` elements that are not zero, one in
// each row; rows that are left have the fill_value
#include "etk/base/copy.h"
#include "etk/base/window.h"
#include "etk/index/mask.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNonzeroStatic[] = "nonzero_static.out";

Tensor& nonzero_static_out(Context& ctx, const Tensor& self, int64_t size, int64_t fill_value, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kNonzeroStatic>(self, out)) && out.scalar_type() == ScalarType::Long, out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone, out);
  ETK_REQUIRE(ctx, are_apart(self, out) && is_size(size), out);
  const View from(self);
  Shape shape;
  shape.push_back(size);
  shape.push_back(static_cast<int64_t>(from.rank));
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  fill(to, fill_value);
  NonZero found(from, from);
  for (int64_t row = 0; row < size && found.next(); ++row) {
    set_indices(from, found.index(), to.data + row * to.strides[0], to.strides[1]);
  }
  return out;
}

}  // namespace torch::executor::native
