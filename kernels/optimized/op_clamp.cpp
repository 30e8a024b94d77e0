// clamp(self, min, max) = self, but at least min and at most max; NaN if one of them is
//
// If min > max, the result is max, like in PyTorch.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_clamp.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Clamp {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x, V low, V high) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      // Comparisons with NaN are false: both a limit and x may be NaN.
      const V raised = hn::IfThenElse(hn::Or(hn::Lt(x, low), hn::IsNaN(low)), low, x);
      return hn::IfThenElse(hn::Or(hn::Gt(raised, high), hn::IsNaN(high)), high, raised);
    } else {
      return hn::Min(hn::Max(x, low), high);
    }
  }
};

void clamp_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("clamp.out"), Clamp, 1, 2>(in, out, n);
}

void clamp_each(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("clamp.Tensor_out"), Clamp, 3>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/limits.h"
#include "vec/base/operator.h"

#include <cmath>
#include <cstdint>

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(clamp_numbers);
ETK_VEC_EXPORT_NUMBERS(clamp_each);

// The limits, where a missing one is replaced for vectors by the lowest or largest number, which does not
// restrict anything.
struct AllLimits {
  AllLimits(const ClampLimits& limits, const Tensor& self, const Operand& min, const Operand& max)
      : least(-HUGE_VAL), largest(HUGE_VAL), low(min), high(max) {
    const ScalarType dtype = promoted(self, min, max);
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
    if (!limits.any_low) {
      low.number = &least;
    }
    if (!limits.any_high) {
      high.number = &largest;
    }
  }
  AllLimits(const AllLimits&) = delete;
  AllLimits& operator=(const AllLimits&) = delete;

  Scalar least, largest;
  Operand low, high;
};

template <typename Find>
struct ClampMap : FasterMap {
  template <const char* kOp, Promote kPromote>
  static Tensor& map(
      Context& ctx,
      Tensor& out,
      const ClampLimits& f,
      const Tensor& self,
      const Operand& min,
      const Operand& max) {
    const AllLimits limits(f, self, min, max);
    return vec::map<kOp, kPromote>(ctx, out, Find(), f, self, limits.low, limits.high);
  }
};
}  // namespace etk::vec

ETK_FASTER_OF("clamp.out", FasterMap, vec::ClampMap<vec::clamp_numbers_pointer>, {});
ETK_FASTER_OF("clamp.Tensor_out", FasterMap, vec::ClampMap<vec::clamp_each_pointer>, {});

#include "portable/op_clamp.cpp"

#endif  // HWY_ONCE
