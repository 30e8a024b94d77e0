// rsqrt(x) = 1 / √x
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kRsqrt[] = "rsqrt.out";

Tensor& ETK_KERNEL(rsqrt_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return map<kRsqrt, Promote::kFloat>(ctx, out, [](auto x) { return 1 / std::sqrt(x); }, self);
}

}  // namespace torch::executor::native
