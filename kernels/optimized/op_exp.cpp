// exp(x) = eˣ

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_exp.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(exp, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(exp_floats, 2);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kExp[] = "exp.out";

Tensor& opt_exp_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kExp, Promote::kFloat>(
      ctx, out, vec::exp_floats_pointer(), [](auto x) { return std::exp(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
