// leaky_relu(x) = x where x > 0, else negative_slope · x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_leaky_relu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct LeakyRelu {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V slope) const {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, hn::Mul(x, slope));
  }
};

void leaky_relu_floats(const Input* in, Output out, size_t n) {
  map_floats<LeakyRelu, 1, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT(leaky_relu_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLeakyRelu[] = "leaky_relu.out";

Tensor& opt_leaky_relu_out(Context& ctx, const Tensor& self, const Scalar& negative_slope, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && can_multiply(dtype, negative_slope), out);
  const auto f = [](auto x, auto slope) { return x > 0 ? x : x * slope; };
  return vec::map<kLeakyRelu, Promote::kFloating>(
      ctx, out, vec::leaky_relu_floats_pointer(), f, self, unrounded(unpromoted(negative_slope)));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
