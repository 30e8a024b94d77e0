// acos(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_acos.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/arc-inl.h"

ETK_VEC_MAP(acos, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(acos_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kAcos[] = "acos.out";

Tensor& opt_acos_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kAcos, Promote::kFloat>(
      ctx, out, vec::acos_floats_pointer(), [](auto x) { return std::acos(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
