// hypot(self, other) = √(self² + other²), also where the squares would be infinite

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_hypot.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/power-inl.h"

ETK_VEC_MAP(hypot, 2);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(hypot_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kHypot[] = "hypot.out";

Tensor& opt_hypot_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return std::hypot(a, b); };
  return vec::map<kHypot, Promote::kFloating>(ctx, out, vec::hypot_floats_pointer(), f, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
