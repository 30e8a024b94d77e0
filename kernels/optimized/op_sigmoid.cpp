// sigmoid(x) = 1 / (1 + e⁻ˣ)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sigmoid.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(sigmoid, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sigmoid_floats, 3);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kSigmoid[] = "sigmoid.out";

Tensor& opt_sigmoid_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kSigmoid, Promote::kFloat>(
      ctx, out, vec::sigmoid_floats_pointer(), [](auto x) { return 1 / (1 + std::exp(-x)); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
