// tan(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_tan.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/trigonometry-inl.h"

ETK_VEC_MAP(tan, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(tan_floats, 6);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kTan[] = "tan.out";

Tensor& opt_tan_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kTan, Promote::kFloat>(
      ctx, out, vec::tan_floats_pointer(), [](auto x) { return std::tan(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
