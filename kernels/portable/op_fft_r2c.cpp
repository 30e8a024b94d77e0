// _fft_r2c(self, dim): the discrete Fourier transform of real numbers along each of dim. The second half of
// the last one would be the conjugates of the first; `onesided` leaves it out.
#include "etk/dtype.h"
#include "etk/transform.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftR2c[] = "_fft_r2c.out";

Tensor& _fft_r2c_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, int64_t mode, bool onesided, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFftR2c>(self, out), out);
  ETK_REQUIRE(ctx, are_transformed(self.scalar_type(), false, out.scalar_type(), true), out);
  View from(self);
  FourierDims dims;
  ETK_REQUIRE(ctx, dims.read(dim, from) && dims.count > 0, out);
  const auto scale = normalization(mode, dims.numel(from));
  ETK_REQUIRE(ctx, scale.has_value(), out);
  const size_t last = dims.dims[dims.count - 1], n = from.sizes[last];
  Shape shape = from;
  shape.sizes[last] = static_cast<executorch::aten::SizesType>(onesided ? n / 2 + 1 : n);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  bool done = transform(ctx, from, to, last, n, /*forward=*/true, *scale);
  for (size_t i = 0; done && i + 1 < dims.count; ++i) {
    const size_t d = dims.dims[i];
    done = transform(ctx, to, to, d, to.sizes[d], /*forward=*/true, 1);
  }
  return out;
}

}  // namespace torch::executor::native
