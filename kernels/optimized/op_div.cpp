// div(self, other, rounding_mode) = self / other, rounded toward zero or down if a mode says so

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_div.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/integer_division-inl.h"

ETK_VEC_MAP_NUMBERS(floored_quotient, 2, "div.out_mode", "div.Scalar_mode_out");
ETK_VEC_MAP_NUMBERS(truncated_quotient, 2, "div.out_mode", "div.Scalar_mode_out");

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct DividedBy {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::Div(a, b);
  }
};

void div_floats(const Input* in, Output out, size_t n) {
  map_floats<DividedBy, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/division.h"
#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT(div_floats);
ETK_VEC_EXPORT_NUMBERS_AT_COST(floored_quotient_numbers, 6);
ETK_VEC_EXPORT_NUMBERS(truncated_quotient_numbers);

// The Function for each rounding mode, which the operator states as a functor.
struct MapByMode : FasterMap {
  template <const char* kOp, Promote kPromote, typename F, typename... Operands>
  static Tensor& map(Context& ctx, Tensor& out, const F& f, const Operands&... operands) {
    if constexpr (std::is_same_v<F, TruncatedQuotient>) {
      return vec::map<kOp, kPromote>(ctx, out, truncated_quotient_numbers_pointer(), f, operands...);
    } else if constexpr (std::is_same_v<F, FlooredQuotient>) {
      return vec::map<kOp, kPromote>(ctx, out, floored_quotient_numbers_pointer(), f, operands...);
    } else {
      return vec::map<kOp, kPromote>(ctx, out, div_floats_pointer(), f, operands...);
    }
  }
};
}  // namespace etk::vec

ETK_FASTER_MAP("div.out", div_floats);
ETK_FASTER_MAP("div.Scalar_out", div_floats);
ETK_FASTER_OF("div.out_mode", FasterMap, vec::MapByMode, {});
ETK_FASTER_OF("div.Scalar_mode_out", FasterMap, vec::MapByMode, {});

#include "portable/op_div.cpp"

#endif  // HWY_ONCE
