// clamp(self, min, max) = self, but at least min and at most max; NaN if one of them is
//
// PyTorch has the last word with max where min is larger.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_clamp.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_CLAMP_NAMES
#define ETK_CLAMP_NAMES
static constexpr char kClamp[] = "clamp.out";
static constexpr char kClampTensor[] = "clamp.Tensor_out";
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

void clamp_each(const Input* in, Output out, size_t n) {
  map_numbers<kClampTensor, kClampTensor, Clamp, 3>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/base/number_checks.h"
#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

#include <cmath>
#include <cstdint>

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(clamp_numbers);
ETK_VEC_EXPORT_NUMBERS(clamp_each);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

namespace {

// The least and the largest number of a dtype: vectors know no missing limit, but one that restricts nothing.
struct Range {
  explicit Range(ScalarType dtype) : least(-HUGE_VAL), largest(HUGE_VAL) {
    if (dtype == ScalarType::Byte) {
      least = 0;
      largest = UINT8_MAX;
    } else if (compute_of(dtype) == Compute::kInt) {
      const int unused = dtype == ScalarType::Char    ? 56
                         : dtype == ScalarType::Short ? 48
                         : dtype == ScalarType::Int   ? 32
                                                      : 0;
      least = INT64_MIN >> unused;
      largest = INT64_MAX >> unused;
    }
  }

  Scalar least, largest;
};

template <typename Limit>
Operand limit_of(const std::optional<Limit>& limit, const Scalar& none) {
  return limit ? Operand(*limit) : unpromoted(none);
}

}  // namespace

Tensor& opt_clamp_out(
    Context& ctx,
    const Tensor& self,
    const std::optional<Scalar>& min,
    const std::optional<Scalar>& max,
    Tensor& out) {
  ETK_REQUIRE(ctx, min || max, out);
  const Scalar none(0);
  const ScalarType dtype = promoted(self, limit_of(min, none), limit_of(max, none));
  ETK_REQUIRE(ctx, (!min || can_hold(dtype, *min)) && (!max || can_hold(dtype, *max)), out);
  const Range range(dtype);
  const ClampLimits f{min.has_value(), max.has_value()};
  return vec::map<kClamp, Promote::kNumber>(
      ctx, out, vec::clamp_numbers_pointer(), f, self, limit_of(min, range.least),
      limit_of(max, range.largest));
}

Tensor& opt_clamp_tensor_out(
    Context& ctx,
    const Tensor& self,
    const std::optional<Tensor>& min,
    const std::optional<Tensor>& max,
    Tensor& out) {
  ETK_REQUIRE(ctx, min || max, out);
  const Scalar none(0);
  const ScalarType dtype = promoted(self, limit_of(min, none), limit_of(max, none));
  // One limit alone can be a bool.
  ETK_REQUIRE(ctx, !min || !max || dtype != ScalarType::Bool, out);
  const Range range(dtype);
  const Operand low = limit_of(min, range.least), high = limit_of(max, range.largest);
  const ClampLimits f{min.has_value(), max.has_value()};
  return vec::map<kClampTensor, Promote::kPlain>(ctx, out, vec::clamp_each_pointer(), f, self, low, high);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
