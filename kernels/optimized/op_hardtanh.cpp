// hardtanh(x) = x, but at least min_val and at most max_val; NaN if one of them is

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_hardtanh.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Clamped {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V low, V high) const {
    // A comparison with NaN does not hold, neither with a limit nor with x.
    const V raised = hn::IfThenElse(hn::Or(hn::Lt(x, low), hn::IsNaN(low)), low, x);
    return hn::IfThenElse(hn::Or(hn::Gt(raised, high), hn::IsNaN(high)), high, raised);
  }
};

void hardtanh_floats(const Input* in, Output out, size_t n) {
  map_floats<Clamped, 1, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT(hardtanh_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kHardtanh[] = "hardtanh.out";

Tensor& opt_hardtanh_out(
    Context& ctx, const Tensor& self, const Scalar& min_val, const Scalar& max_val, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, is_hardtanh_limit(dtype, min_val) && is_hardtanh_limit(dtype, max_val), out);
  return vec::map<kHardtanh, Promote::kSame>(
      ctx, out, vec::hardtanh_floats_pointer(), ClampLimits{true, true}, self, unpromoted(min_val),
      unpromoted(max_val));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
