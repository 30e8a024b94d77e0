// lt(self, other) = whether self < other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_lt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_LT_NAMES
#define ETK_LT_NAMES
static constexpr char kLtTensor[] = "lt.Tensor_out";
static constexpr char kLtScalar[] = "lt.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Less {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Lt(a, b);
  }
};

void lt_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kLtTensor, kLtScalar, Less>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(lt_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto less_than = [](auto a, auto b) { return a < b; };

Tensor& opt_lt_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kLtTensor, Promote::kCompare>(ctx, out, vec::lt_numbers_pointer(), less_than, self, other);
}

Tensor& opt_lt_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kLtScalar, Promote::kCompare>(ctx, out, vec::lt_numbers_pointer(), less_than, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
