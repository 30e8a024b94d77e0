// mul(self, other) = self · other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_mul.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_MUL_NAMES
#define ETK_MUL_NAMES
static constexpr char kMul[] = "mul.out";
static constexpr char kMulScalar[] = "mul.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Times {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::Mul(a, b);
  }
};

void mul_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kMul, kMulScalar, Times, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/arithmetic.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(mul_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto product = of_complex(wrapping([](auto a, auto b) { return a * b; }));

Tensor& opt_mul_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kMul, Promote::kSame>(
      ctx, out, vec::mul_numbers_pointer(), product, unrounded(self), unrounded(other));
}

Tensor& opt_mul_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kMulScalar, Promote::kSame>(
      ctx, out, vec::mul_numbers_pointer(), product, unrounded(self), unrounded(other));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
