// log2(x): the logarithm to base 2

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log2.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log2, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log2_floats, 3);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog2[] = "log2.out";

Tensor& opt_log2_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kLog2, Promote::kFloat>(
      ctx, out, vec::log2_floats_pointer(), [](auto x) { return std::log2(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
