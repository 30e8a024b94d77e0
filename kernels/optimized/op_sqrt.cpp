// sqrt(x) = √x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_sqrt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Root {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Sqrt(x);
  }
};

void sqrt_floats(const Input* in, Output out, size_t n) {
  map_floats<Root, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(sqrt_floats, 2);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kSqrt[] = "sqrt.out";

Tensor& opt_sqrt_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kSqrt, Promote::kFloat>(
      ctx, out, vec::sqrt_floats_pointer(), [](auto x) { return std::sqrt(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
