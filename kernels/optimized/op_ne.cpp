// ne(self, other) = whether self ≠ other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_ne.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_NE_NAMES
#define ETK_NE_NAMES
static constexpr char kNeTensor[] = "ne.Tensor_out";
static constexpr char kNeScalar[] = "ne.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct NotEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Not(hn::Eq(a, b));  // NaN differs from everything
  }
};

void ne_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kNeTensor, kNeScalar, NotEqual>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(ne_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto different = of_complex([](auto a, auto b) { return a != b; });

Tensor& opt_ne_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kNeTensor, Promote::kCompare>(ctx, out, vec::ne_numbers_pointer(), different, self, other);
}

Tensor& opt_ne_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kNeScalar, Promote::kCompare>(ctx, out, vec::ne_numbers_pointer(), different, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
