// nonzero(self) = the indices of the elements that are not zero, one in each row
#include "etk/mask.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kNonzero[] = "nonzero.out";

Tensor& nonzero_out(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kNonzero>(self, out) && out.scalar_type() == ScalarType::Long, out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone && !is_large_unsigned(dtype), out);
  const View view(self);
  Shape shape;
  shape.push_back(count_nonzero(view));
  shape.push_back(static_cast<int64_t>(view.rank));
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  char* row = to.data;
  for (NonZero found(view, view); found.next(); row += to.strides[0]) {
    int64_t rest = found.index();
    for (size_t d = view.rank; d-- > 0; rest /= view.sizes[d]) {
      *reinterpret_cast<int64_t*>(row + static_cast<ptrdiff_t>(d) * to.strides[1]) = rest % view.sizes[d];
    }
  }
  return out;
}

}  // namespace torch::executor::native
