// eq(self, other) = whether self = other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_eq.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_EQ_NAMES
#define ETK_EQ_NAMES
static constexpr char kEqTensor[] = "eq.Tensor_out";
static constexpr char kEqScalar[] = "eq.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Equal {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Eq(a, b);
  }
};

void eq_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kEqTensor, kEqScalar, Equal>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(eq_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto equal_to = of_complex([](auto a, auto b) { return a == b; });

Tensor& opt_eq_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kEqTensor, Promote::kCompare>(ctx, out, vec::eq_numbers_pointer(), equal_to, self, other);
}

Tensor& opt_eq_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kEqScalar, Promote::kCompare>(ctx, out, vec::eq_numbers_pointer(), equal_to, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
