// complex(real, imag) = real + i · imag
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"
#include "etk/elementwise/complex_parts.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kComplex[] = "complex.out";

Tensor& complex_out(Context& ctx, const Tensor& real, const Tensor& imag, Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kComplex>(real, imag, out)), out);
  ETK_REQUIRE(ctx, imag.scalar_type() == real.scalar_type(), out);
  ETK_REQUIRE(ctx, is_complex_of(out, real.scalar_type()), out);
  Shape shape(real);
  ETK_REQUIRE(ctx, broadcast(shape, Shape(imag)), out);
  if (resize(ctx, out, shape)) {
    const View to(out);
    for (const bool imaginary : {false, true}) {
      View part(imaginary ? imag : real);
      part.broadcast_to(shape);
      copy(part, to.part(imaginary));
    }
  }
  return out;
}

}  // namespace torch::executor::native
