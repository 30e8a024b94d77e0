// maximum(self, other): the larger of both; NaN if there is one

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_maximum.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_MAXIMUM_NAME
#define ETK_MAXIMUM_NAME
static constexpr char kMaximum[] = "maximum.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Maximum {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return hn::IfThenElse(hn::Or(hn::Gt(a, b), hn::IsNaN(a)), a, b);
    } else {
      return hn::Max(a, b);
    }
  }
};

void maximum_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kMaximum, kMaximum, Maximum, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(maximum_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_maximum_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a > b || a != a ? a : b; };
  return vec::map<kMaximum, Promote::kPlain>(ctx, out, vec::maximum_numbers_pointer(), f, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
