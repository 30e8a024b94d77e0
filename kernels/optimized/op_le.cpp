// le(self, other) = whether self ≤ other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_le.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_LE_NAMES
#define ETK_LE_NAMES
static constexpr char kLeTensor[] = "le.Tensor_out";
static constexpr char kLeScalar[] = "le.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct LessOrEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Le(a, b);
  }
};

void le_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kLeTensor, kLeScalar, LessOrEqual>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(le_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto not_greater = [](auto a, auto b) { return a <= b; };

Tensor& opt_le_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kLeTensor, Promote::kCompare>(
      ctx, out, vec::le_numbers_pointer(), not_greater, self, other);
}

Tensor& opt_le_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kLeScalar, Promote::kCompare>(
      ctx, out, vec::le_numbers_pointer(), not_greater, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
