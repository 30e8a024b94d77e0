// bitwise_and(self, other) = self & other, bit by bit

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_and.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_BITWISE_AND_NAMES
#define ETK_BITWISE_AND_NAMES
static constexpr char kBitwiseAndScalar[] = "bitwise_and.Scalar_out";
static constexpr char kBitwiseAndTensor[] = "bitwise_and.Tensor_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct BitwiseAnd {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::And(a, b);
  }
};

void bitwise_and_integers(const Input* in, Output out, size_t n) {
  map_bits<kBitwiseAndScalar, kBitwiseAndTensor, BitwiseAnd, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_BITS(bitwise_and_integers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto bitwise_and = [](auto a, auto b) { return a & b; };

Tensor& opt_bitwise_and_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kBitwiseAndScalar, Promote::kInteger>(
      ctx, out, vec::bitwise_and_integers_pointer(), bitwise_and, self, other);
}

Tensor& opt_bitwise_and_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kBitwiseAndTensor, Promote::kInteger>(
      ctx, out, vec::bitwise_and_integers_pointer(), bitwise_and, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
