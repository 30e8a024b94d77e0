// bitwise_or(self, other) = self | other, bit by bit

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_or.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_BITWISE_OR_NAMES
#define ETK_BITWISE_OR_NAMES
static constexpr char kBitwiseOrScalar[] = "bitwise_or.Scalar_out";
static constexpr char kBitwiseOrTensor[] = "bitwise_or.Tensor_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct BitwiseOr {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::Or(a, b);
  }
};

void bitwise_or_integers(const Input* in, Output out, size_t n) {
  map_bits<kBitwiseOrScalar, kBitwiseOrTensor, BitwiseOr, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_BITS(bitwise_or_integers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto bitwise_or = [](auto a, auto b) { return a | b; };

Tensor& opt_bitwise_or_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kBitwiseOrScalar, Promote::kInteger>(
      ctx, out, vec::bitwise_or_integers_pointer(), bitwise_or, self, other);
}

Tensor& opt_bitwise_or_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kBitwiseOrTensor, Promote::kInteger>(
      ctx, out, vec::bitwise_or_integers_pointer(), bitwise_or, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
