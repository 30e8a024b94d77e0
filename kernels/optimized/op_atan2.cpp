// atan2(self, other): the angle of the point (other, self)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_atan2.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/arc-inl.h"

ETK_VEC_MAP(atan2, 2);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(atan2_floats, 5);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kAtan2[] = "atan2.out";

Tensor& opt_atan2_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kAtan2, Promote::kFloat>(
      ctx, out, vec::atan2_floats_pointer(), [](auto y, auto x) { return std::atan2(y, x); }, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
