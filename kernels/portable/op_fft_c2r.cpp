// _fft_c2r(self, dim): the backward transform to last_dim_size real numbers, along each of dim, of complex
// numbers whose second half along the last one is left out: the conjugates of the first
#include "etk/base/faster.h"
#include "etk/fourier/transform.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftC2r[] = "_fft_c2r.out";

Tensor& ETK_KERNEL_AS(_fft_c2r_out, fft_c2r_out)(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    int64_t last_dim_size,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFftC2r>(self, out), out);
  return complex_to_real(ctx, faster_or<kFftC2r>(etk::transform), self, dim, mode, last_dim_size, out);
}

}  // namespace torch::executor::native
