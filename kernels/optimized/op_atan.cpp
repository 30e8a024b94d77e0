// atan(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_atan.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/arc-inl.h"

ETK_VEC_MAP(atan, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(atan_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kAtan[] = "atan.out";

Tensor& opt_atan_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kAtan, Promote::kFloat>(
      ctx, out, vec::atan_floats_pointer(), [](auto x) { return std::atan(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
