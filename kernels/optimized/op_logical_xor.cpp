// logical_xor(self, other) = whether one of them is zero and the other is not

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_xor.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_LOGICAL_XOR_NAME
#define ETK_LOGICAL_XOR_NAME
static constexpr char kLogicalXor[] = "logical_xor.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct One {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V a, V b) const {
    const V zero = hn::Zero(d);
    // GCC 12 has 16 lanes in Xor and Or of SVE's masks of bytes.
    const auto x = hn::Eq(a, zero), y = hn::Eq(b, zero);
    return hn::Not(hn::And(hn::Not(hn::AndNot(x, y)), hn::Not(hn::AndNot(y, x))));
  }
};

void logical_xor_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kLogicalXor, kLogicalXor, One>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(logical_xor_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_logical_xor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return (a != 0) != (b != 0); };
  return vec::map<kLogicalXor, Promote::kLogic>(ctx, out, vec::logical_xor_numbers_pointer(), f, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
