// maximum(self, other): the larger of both; NaN if there is one
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaximum[] = "maximum.out";

Tensor& ETK_KERNEL(maximum_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a > b || a != a ? a : b; };
  return map<kMaximum, Promote::kPlain>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
