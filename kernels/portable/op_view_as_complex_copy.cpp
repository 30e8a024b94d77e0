// view_as_complex_copy(self): pairs of a real and an imaginary part as complex numbers
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"
#include "etk/elementwise/complex_parts.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kViewAsComplexCopy[] = "view_as_complex_copy.out";

Tensor& view_as_complex_copy_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kViewAsComplexCopy>(self, out)), out);
  ETK_REQUIRE(ctx, is_complex_of(out, self.scalar_type()), out);
  const View pairs(self);
  ETK_REQUIRE(ctx, pairs.rank > 0 && pairs.sizes[pairs.rank - 1] == 2, out);
  View real = pairs, imaginary = pairs;
  real.remove(pairs.rank - 1, 0);
  imaginary.remove(pairs.rank - 1, 1);
  if (resize(ctx, out, real)) {
    const View to(out);
    copy(real, to.part(/*imaginary=*/false));
    copy(imaginary, to.part(/*imaginary=*/true));
  }
  return out;
}

}  // namespace torch::executor::native
