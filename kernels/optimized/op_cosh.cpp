// cosh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cosh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(cosh, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(cosh_floats, 3);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kCosh[] = "cosh.out";

Tensor& opt_cosh_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kCosh, Promote::kFloat>(
      ctx, out, vec::cosh_floats_pointer(), [](auto x) { return std::cosh(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
