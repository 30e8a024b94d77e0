// erf(x) = 2 / √π · ∫ e^(-t²) dt from 0 to x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_erf.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/erf-inl.h"

ETK_VEC_MAP(erf, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(erf_floats, 5);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kErf[] = "erf.out";

Tensor& opt_erf_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kErf, Promote::kFloat>(
      ctx, out, vec::erf_floats_pointer(), [](auto x) { return std::erf(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
