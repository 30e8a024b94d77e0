// erfinv(x) = the number whose erf is x
#include "etk/elementwise/real.h"
#include "etk/math/error_function.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kErfinv[] = "erfinv.out";

static float erf_inversef(float x) {
  return static_cast<float>(erf_inverse(static_cast<double>(x)));
}

Tensor& erfinv_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply<kErfinv>(ctx, self, out, erf_inversef, erf_inverse);
}

}  // namespace torch::executor::native
