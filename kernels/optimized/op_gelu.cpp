// gelu(x) = x · Φ(x), Φ being the normal distribution function or its approximation by tanh

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_gelu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/erf-inl.h"

ETK_VEC_MAP(gelu, 1);

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct GeluTanh {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    // (1 + tanh(y)) / 2 = 1 / (1 + e^-2y) with y = sqrt(2 / pi) · (x + 0.044715 x³)
    const V factor = hn::MulAdd(hn::Mul(x, x), hn::Set(d, -0.0713548163f), hn::Set(d, -1.59576912f));
    return hn::Div(x, hn::Add(hn::Set(d, 1.0f), exp(d, hn::Mul(x, factor))));
  }
};

void gelu_tanh_floats(const Input* in, Output out, size_t n) {
  map_floats<GeluTanh, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>
#include <string_view>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(gelu_floats, 4);
ETK_VEC_EXPORT_AT_COST(gelu_tanh_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kGelu[] = "gelu.out";

Tensor& opt_gelu_out(Context& ctx, const Tensor& self, std::string_view approximate, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == self.scalar_type(), out);
  if (approximate == "tanh") {
    const auto f = [](auto x) {
      using C = decltype(x);
      constexpr C scale = C(0.79788456080286535588);  // sqrt(2 / pi)
      return C(0.5) * x * (1 + std::tanh(scale * (x + C(0.044715) * x * x * x)));
    };
    return vec::map<kGelu, Promote::kFloating>(ctx, out, vec::gelu_tanh_floats_pointer(), f, self);
  }
  ETK_REQUIRE(ctx, approximate == "none", out);
  const auto f = [](auto x) {
    using C = decltype(x);
    return C(0.5) * x * (1 + std::erf(x * C(0.70710678118654752440)));  // sqrt(1 / 2)
  };
  return vec::map<kGelu, Promote::kFloating>(ctx, out, vec::gelu_floats_pointer(), f, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
