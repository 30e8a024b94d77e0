// expm1(x) = eˣ - 1

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_expm1.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(expm1, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(expm1_floats, 2);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kExpm1[] = "expm1.out";

Tensor& opt_expm1_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kExpm1, Promote::kFloat>(
      ctx, out, vec::expm1_floats_pointer(), [](auto x) { return std::expm1(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
