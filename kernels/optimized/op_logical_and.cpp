// logical_and(self, other) = whether neither is zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_and.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_LOGICAL_AND_NAME
#define ETK_LOGICAL_AND_NAME
static constexpr char kLogicalAnd[] = "logical_and.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Both {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V a, V b) const {
    const V zero = hn::Zero(d);
    // NaN is not zero. GCC 12 has 16 lanes in Or and Xor of SVE's masks of bytes.
    return hn::AndNot(hn::Eq(a, zero), hn::Not(hn::Eq(b, zero)));
  }
};

void logical_and_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kLogicalAnd, kLogicalAnd, Both>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(logical_and_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_logical_and_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a != 0 && b != 0; };
  return vec::map<kLogicalAnd, Promote::kLogic>(ctx, out, vec::logical_and_numbers_pointer(), f, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
