// asin(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_asin.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/arc-inl.h"

ETK_VEC_MAP(asin, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(asin_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kAsin[] = "asin.out";

Tensor& opt_asin_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kAsin, Promote::kFloat>(
      ctx, out, vec::asin_floats_pointer(), [](auto x) { return std::asin(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
