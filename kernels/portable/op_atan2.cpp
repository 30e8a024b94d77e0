// atan2(self, other): the angle of the point (other, self)
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kAtan2[] = "atan2.out";

Tensor& ETK_KERNEL(atan2_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kAtan2, Promote::kFloat>(ctx, out, [](auto y, auto x) { return std::atan2(y, x); }, self, other);
}

}  // namespace torch::executor::native
