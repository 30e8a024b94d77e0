// erfinv(x) = the number whose erf is x
#include "etk/elementwise/real.h"
#include "etk/math/error_function.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kErfinv[] = "erfinv.out";

Tensor& erfinv_out(Context& ctx, const Tensor& self, Tensor& out) {
  return apply_double<kErfinv, erf_inverse>(ctx, self, out);
}

}  // namespace torch::executor::native
