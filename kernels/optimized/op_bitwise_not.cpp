// bitwise_not(x): every bit of x turned over; a bool has one

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_not.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_BITWISE_NOT_NAME
#define ETK_BITWISE_NOT_NAME
static constexpr char kBitwiseNot[] = "bitwise_not.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Turned {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V bits) const {
    return hn::Xor(x, bits);
  }
};

void bitwise_not_integers(const Input* in, Output out, size_t n) {
  map_bits<kBitwiseNot, kBitwiseNot, Turned, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_BITS(bitwise_not_integers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_bitwise_not_out(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (dtype == ScalarType::Bool || is_number(dtype)) && out.scalar_type() == dtype, out);
  const Scalar bits(dtype == ScalarType::Bool ? 1 : dtype == ScalarType::Byte ? 255 : -1);
  const auto f = [](auto x, auto all) { return x ^ all; };
  return vec::map<kBitwiseNot, Promote::kInteger>(
      ctx, out, vec::bitwise_not_integers_pointer(), f, self, unpromoted(bits));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
