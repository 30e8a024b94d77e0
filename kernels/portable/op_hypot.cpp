// hypot(self, other) = √(self² + other²), also where the squares would be infinite
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kHypot[] = "hypot.out";

Tensor& ETK_KERNEL(hypot_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return std::hypot(a, b); };
  return map<kHypot, Promote::kFloating>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
