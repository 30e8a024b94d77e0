// log1p(x) = log(1 + x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log1p.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log1p, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log1p_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog1p[] = "log1p.out";

Tensor& opt_log1p_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kLog1p, Promote::kFloat>(
      ctx, out, vec::log1p_floats_pointer(), [](auto x) { return std::log1p(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
