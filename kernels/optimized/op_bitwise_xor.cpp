// bitwise_xor(self, other) = self ^ other, bit by bit

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_xor.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_BITWISE_XOR_NAMES
#define ETK_BITWISE_XOR_NAMES
static constexpr char kBitwiseXorScalar[] = "bitwise_xor.Scalar_out";
static constexpr char kBitwiseXorTensor[] = "bitwise_xor.Tensor_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct BitwiseXor {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::Xor(a, b);
  }
};

void bitwise_xor_integers(const Input* in, Output out, size_t n) {
  map_bits<kBitwiseXorScalar, kBitwiseXorTensor, BitwiseXor, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_BITS(bitwise_xor_integers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto bitwise_xor = [](auto a, auto b) { return a ^ b; };

Tensor& opt_bitwise_xor_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kBitwiseXorScalar, Promote::kInteger>(
      ctx, out, vec::bitwise_xor_integers_pointer(), bitwise_xor, self, other);
}

Tensor& opt_bitwise_xor_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kBitwiseXorTensor, Promote::kInteger>(
      ctx, out, vec::bitwise_xor_integers_pointer(), bitwise_xor, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
