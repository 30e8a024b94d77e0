// view_as_real_copy(self): complex numbers as pairs of their real and imaginary part
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kViewAsRealCopy[] = "view_as_real_copy.out";

// The dtype of the real and imaginary parts; Undefined for other dtypes.
static ScalarType part_dtype(ScalarType complex) {
  return complex == ScalarType::ComplexHalf     ? ScalarType::Half
         : complex == ScalarType::ComplexFloat  ? ScalarType::Float
         : complex == ScalarType::ComplexDouble ? ScalarType::Double
                                                : ScalarType::Undefined;
}

Tensor& view_as_real_copy_out(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kViewAsRealCopy>(self, out)) && dtype == part_dtype(self.scalar_type()), out);
  View view(self);
  ETK_REQUIRE(ctx, view.rank < kMaxRank, out);
  view.dtype = dtype;
  view.element_size /= 2;
  view.insert(view.rank);
  view.sizes[view.rank - 1] = 2;
  view.strides[view.rank - 1] = static_cast<ptrdiff_t>(view.element_size);
  return copy_to_out(ctx, view, out);
}

}  // namespace torch::executor::native
