// log10(x): the logarithm to base 10

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log10.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log10, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log10_floats, 3);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog10[] = "log10.out";

Tensor& opt_log10_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kLog10, Promote::kFloat>(
      ctx, out, vec::log10_floats_pointer(), [](auto x) { return std::log10(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
