// _fft_r2c(self, dim): the discrete Fourier transform of real numbers along each of dim. The second half of
// the last one would be the conjugates of the first; `onesided` leaves it out.
#include "etk/base/faster.h"
#include "etk/fourier/transform.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftR2c[] = "_fft_r2c.out";

Tensor& ETK_KERNEL_AS(_fft_r2c_out, fft_r2c_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, int64_t mode, bool onesided, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFftR2c>(self, out), out);
  return real_to_complex(ctx, faster_or<kFftR2c>(etk::transform), self, dim, mode, onesided, out);
}

}  // namespace torch::executor::native
