// ge(self, other) = whether self ≥ other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_ge.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_GE_NAMES
#define ETK_GE_NAMES
static constexpr char kGeTensor[] = "ge.Tensor_out";
static constexpr char kGeScalar[] = "ge.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct GreaterOrEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Ge(a, b);
  }
};

void ge_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kGeTensor, kGeScalar, GreaterOrEqual>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(ge_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto not_less = [](auto a, auto b) { return a >= b; };

Tensor& opt_ge_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kGeTensor, Promote::kCompare>(ctx, out, vec::ge_numbers_pointer(), not_less, self, other);
}

Tensor& opt_ge_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kGeScalar, Promote::kCompare>(ctx, out, vec::ge_numbers_pointer(), not_less, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
