// minimum(self, other): the smaller of both; NaN if there is one
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMinimum[] = "minimum.out";

Tensor& ETK_KERNEL(minimum_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a < b || a != a ? a : b; };
  return map<kMinimum, Promote::kPlain>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
