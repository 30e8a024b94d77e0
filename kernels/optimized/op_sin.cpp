// sin(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sin.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/trigonometry-inl.h"

ETK_VEC_MAP(sin, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sin_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kSin[] = "sin.out";

Tensor& opt_sin_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kSin, Promote::kFloat>(
      ctx, out, vec::sin_floats_pointer(), [](auto x) { return std::sin(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
