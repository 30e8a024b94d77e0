// atanh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_atanh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(atanh, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(atanh_floats, 5);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kAtanh[] = "atanh.out";

Tensor& opt_atanh_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kAtanh, Promote::kFloat>(
      ctx, out, vec::atanh_floats_pointer(), [](auto x) { return std::atanh(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
