// sinh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sinh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

ETK_VEC_MAP(sinh, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sinh_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kSinh[] = "sinh.out";

Tensor& opt_sinh_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kSinh, Promote::kFloat>(
      ctx, out, vec::sinh_floats_pointer(), [](auto x) { return std::sinh(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
