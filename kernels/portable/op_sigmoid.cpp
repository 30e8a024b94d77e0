// sigmoid(x) = 1 / (1 + e⁻ˣ)
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kSigmoid[] = "sigmoid.out";

Tensor& ETK_KERNEL(sigmoid_out)(Context& ctx, const Tensor& self, Tensor& out) {
  return map<kSigmoid, Promote::kFloat>(ctx, out, [](auto x) { return 1 / (1 + std::exp(-x)); }, self);
}

}  // namespace torch::executor::native
