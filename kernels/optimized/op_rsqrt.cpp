// rsqrt(x) = 1 / √x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_rsqrt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/power-inl.h"

ETK_VEC_MAP(rsqrt, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(rsqrt_floats, 2);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kRsqrt[] = "rsqrt.out";

Tensor& opt_rsqrt_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kRsqrt, Promote::kFloat>(
      ctx, out, vec::rsqrt_floats_pointer(), [](auto x) { return 1 / std::sqrt(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
