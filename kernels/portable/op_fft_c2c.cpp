// _fft_c2c(self, dim): the discrete Fourier transform of complex numbers along each of dim
#include "etk/base/faster.h"
#include "etk/fourier/transform.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftC2c[] = "_fft_c2c.out";

Tensor& ETK_KERNEL_AS(_fft_c2c_out, fft_c2c_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, int64_t mode, bool forward, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFftC2c>(self, out), out);
  return complex_to_complex(ctx, faster_or<kFftC2c>(etk::transform), self, dim, mode, forward, out);
}

}  // namespace torch::executor::native
