// clamp(self, min, max) = self, but at least min and at most max; NaN if one of them is
//
// PyTorch has the last word with max where min is larger.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_clamp.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"

#ifndef ETK_CLAMP_NAME
#define ETK_CLAMP_NAME
static constexpr char kClamp[] = "clamp.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Clamp {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x, V low, V high) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      // A comparison with NaN does not hold, neither with a limit nor with x.
      const V raised = hn::IfThenElse(hn::Or(hn::Lt(x, low), hn::IsNaN(low)), low, x);
      return hn::IfThenElse(hn::Or(hn::Gt(raised, high), hn::IsNaN(high)), high, raised);
    } else {
      return hn::Min(hn::Max(x, low), high);
    }
  }
};

void clamp_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kClamp, kClamp, Clamp, 1, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/creation.h"
#include "etk/limits.h"
#include "etk/map.h"

#include <cmath>
#include <cstdint>

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(clamp_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

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
  const bool is_float = is_floating(dtype), is_int = dtype == ScalarType::Int;
  const Scalar lowest = is_float ? Scalar(-INFINITY) : is_int ? Scalar(INT32_MIN) : Scalar(INT64_MIN);
  const Scalar highest = is_float ? Scalar(INFINITY) : is_int ? Scalar(INT32_MAX) : Scalar(INT64_MAX);
  const Operand low = limit(min, lowest), high = limit(max, highest);
  ETK_REQUIRE(ctx, (!min || can_hold(dtype, *min)) && (!max || can_hold(dtype, *max)), out);
  const ClampLimits f{min.has_value(), max.has_value()};
  return vec::map<kClamp, Promote::kNumber>(ctx, out, vec::clamp_numbers_pointer(), f, self, low, high);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
