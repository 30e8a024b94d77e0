// logical_or(self, other) = whether one is not zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_or.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_LOGICAL_OR_NAME
#define ETK_LOGICAL_OR_NAME
static constexpr char kLogicalOr[] = "logical_or.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Either {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V a, V b) const {
    const V zero = hn::Zero(d);
    return hn::Not(hn::And(hn::Eq(a, zero), hn::Eq(b, zero)));  // NaN is not zero
  }
};

void logical_or_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kLogicalOr, kLogicalOr, Either>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(logical_or_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_logical_or_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a != 0 || b != 0; };
  return vec::map<kLogicalOr, Promote::kLogic>(ctx, out, vec::logical_or_numbers_pointer(), f, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
