// clamp(self, min, max) = self, but at least min and at most max; NaN if one of them is
//
// PyTorch has the last word with max where min is larger.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_clamp.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Clamp {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x, V low, V high) const {
    // A comparison with NaN does not hold, neither with a limit nor with x.
    const V raised = hn::IfThenElse(hn::Or(hn::Lt(x, low), hn::IsNaN(low)), low, x);
    return hn::IfThenElse(hn::Or(hn::Gt(raised, high), hn::IsNaN(high)), high, raised);
  }
};

void clamp_floats(const Input* in, Output out, size_t n) {
  map_floats<Clamp, 1, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/creation.h"
#include "etk/limits.h"
#include "etk/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT(clamp_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kClamp[] = "clamp.out";

Tensor& opt_clamp_out(
    Context& ctx,
    const Tensor& self,
    const std::optional<Scalar>& min,
    const std::optional<Scalar>& max,
    Tensor& out) {
  ETK_REQUIRE(ctx, min || max, out);
  // Vectors know no missing limit; where there is none, there is one that restricts nothing.
  const auto limit = [](const std::optional<Scalar>& number, const Scalar& none) {
    return number ? Operand(*number) : unpromoted(none);
  };
  const ScalarType dtype = promoted(self, limit(min, 0), limit(max, 0));
  const bool is_float = is_floating(dtype);
  const Scalar lowest = is_float ? Scalar(-INFINITY) : Scalar(0);
  const Scalar highest = is_float ? Scalar(INFINITY) : Scalar(0);
  const Operand low = limit(min, lowest), high = limit(max, highest);
  ETK_REQUIRE(ctx, (!min || can_hold(dtype, *min)) && (!max || can_hold(dtype, *max)), out);
  const ClampLimits f{min.has_value(), max.has_value()};
  return vec::map<kClamp, Promote::kNumber>(ctx, out, vec::clamp_floats_pointer(), f, self, low, high);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
