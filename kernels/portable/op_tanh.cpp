// tanh(x)
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kTanh[] = "tanh.out";

Tensor& ETK_KERNEL(tanh_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return map<kTanh, Promote::kFloat>(ctx, out, [](auto x) { return std::tanh(x); }, self);
}

}  // namespace torch::executor::native
