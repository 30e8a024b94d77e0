// log(x): the natural logarithm

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_log.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

ETK_VEC_MAP(log, 1);

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(log_floats, 3);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLog[] = "log.out";

Tensor& opt_log_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kLog, Promote::kFloat>(
      ctx, out, vec::log_floats_pointer(), [](auto x) { return std::log(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
