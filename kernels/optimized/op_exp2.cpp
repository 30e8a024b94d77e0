// exp2(x) = 2^x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_exp2.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(exp2, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(exp2_floats, 2);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kExp2[] = "exp2.out";

Tensor& opt_exp2_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kExp2, Promote::kFloat>(
      ctx, out, vec::exp2_floats_pointer(), [](auto x) { return std::exp2(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
