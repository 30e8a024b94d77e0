// _fft_c2r(self, dim): the backward transform to last_dim_size real numbers, along each of dim, of complex
// numbers whose second half along the last one is left out: the conjugates of the first
#include "etk/base/dtype.h"
#include "etk/fourier/transform.h"
#include "vec/fourier/fourier.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftC2r[] = "_fft_c2r.out";

Tensor& opt_fft_c2r_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    int64_t last_dim_size,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFftC2r>(self, out), out);
  return complex_to_real(ctx, vec::transform, self, dim, mode, last_dim_size, out);
}

}  // namespace torch::executor::native
