// cos(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cos.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/trigonometry-inl.h"

ETK_VEC_MAP(cos, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(cos_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kCos[] = "cos.out";

Tensor& opt_cos_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kCos, Promote::kFloat>(
      ctx, out, vec::cos_floats_pointer(), [](auto x) { return std::cos(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
