// signbit(x) = whether x is negative, -0 and negative NaN included

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_signbit.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_SIGNBIT_NAME
#define ETK_SIGNBIT_NAME
static constexpr char kSignbit[] = "signbit.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct IsNegative {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V x) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      const hn::RebindToSigned<D> integers;
      return hn::Lt(hn::BitCast(integers, x), hn::Zero(integers));
    } else {
      return hn::Lt(x, hn::Zero(d));
    }
  }
};

void signbit_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kSignbit, kSignbit, IsNegative, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/sign.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(signbit_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_signbit_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool, out);
  return vec::map<kSignbit, Promote::kCompare>(
      ctx, out, vec::signbit_numbers_pointer(), IsNegative(self.scalar_type()), self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
