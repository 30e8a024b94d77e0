// gt(self, other) = whether self > other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_gt.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_GT_NAMES
#define ETK_GT_NAMES
static constexpr char kGtTensor[] = "gt.Tensor_out";
static constexpr char kGtScalar[] = "gt.Scalar_out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Greater {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V a, V b) const {
    return hn::Gt(a, b);
  }
};

void gt_numbers(const Input* in, Output out, size_t n) {
  test_numbers<kGtTensor, kGtScalar, Greater>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_ALL(gt_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static const auto greater = [](auto a, auto b) { return a > b; };

Tensor& opt_gt_tensor_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kGtTensor, Promote::kCompare>(ctx, out, vec::gt_numbers_pointer(), greater, self, other);
}

Tensor& opt_gt_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kGtScalar, Promote::kCompare>(ctx, out, vec::gt_numbers_pointer(), greater, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
