// fmin(self, other): the smaller of both; where one is NaN, the other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFmin[] = "fmin.out";

Tensor& ETK_KERNEL(fmin_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a <= b || b != b ? a : b; };
  return map<kFmin, Promote::kPlain>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
