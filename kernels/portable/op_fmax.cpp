// fmax(self, other): the larger of both; where one is NaN, the other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFmax[] = "fmax.out";

Tensor& ETK_KERNEL(fmax_out)(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a >= b || b != b ? a : b; };
  return map<kFmax, Promote::kPlain>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
