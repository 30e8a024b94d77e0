// neg(x) = -x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_neg.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_NEG_NAME
#define ETK_NEG_NAME
static constexpr char kNeg[] = "neg.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Negative {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return hn::Neg(x);
    } else {
      return hn::Sub(hn::Zero(d), x);
    }
  }
};

void neg_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kNeg, kNeg, Negative, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/arithmetic.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(neg_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_neg_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  const auto f = of_complex([](auto x) { return negative(x); });
  return vec::map<kNeg, Promote::kNumber>(ctx, out, vec::neg_numbers_pointer(), f, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
