// relu(x) = x where x > 0, else 0; NaN stays NaN

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_relu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_RELU_NAME
#define ETK_RELU_NAME
static constexpr char kRelu[] = "relu.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Relu {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::IfThenElseZero(hn::Not(hn::Lt(x, hn::Zero(d))), x);
  }
};

void relu_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kRelu, kRelu, Relu, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(relu_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_relu_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, self.scalar_type() != ScalarType::Bool, out);
  return vec::map<kRelu, Promote::kSame>(
      ctx, out, vec::relu_numbers_pointer(), [](auto x) { return x < 0 ? 0 : x; }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
