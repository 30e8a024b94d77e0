// lgamma(x) = log |Γ(x)|

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_lgamma.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/gamma-inl.h"

ETK_VEC_MAP(lgamma, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(lgamma_floats, 10);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLgamma[] = "lgamma.out";

Tensor& opt_lgamma_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kLgamma, Promote::kFloat>(
      ctx, out, vec::lgamma_floats_pointer(), [](auto x) { return std::lgamma(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
