// elu(x) = scale · x where x ≥ 0, else scale · alpha · (e^(input_scale · x) - 1)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_elu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Elu {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V positive, V negative, V power) const {
    const V below = hn::Mul(expm1(d, hn::Mul(x, power)), negative);
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), below, hn::Mul(x, positive));
  }
};

void elu_floats(const Input* in, Output out, size_t n) {
  map_floats<Elu, 1, 3>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(elu_floats, 3);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kElu[] = "elu.out";

Tensor& opt_elu_out(
    Context& ctx,
    const Tensor& self,
    const Scalar& alpha,
    const Scalar& scale,
    const Scalar& input_scale,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype, out);
  for (const Scalar* number : {&alpha, &scale, &input_scale}) {
    ETK_REQUIRE(ctx, can_multiply(dtype, *number), out);
  }
  const double positive = to<double>(scale), negative = to<double>(alpha) * positive;
  const double power = to<double>(input_scale);
  const auto f = [](auto x, auto above, auto below, auto factor) {
    return x < 0 ? std::expm1(x * factor) * below : x * above;
  };
  const Scalar numbers[] = {positive, negative, power};
  const auto number = [&](size_t i) { return unrounded(unpromoted(numbers[i])); };
  return vec::map<kElu, Promote::kFloating>(
      ctx, out, vec::elu_floats_pointer(), f, self, number(0), number(1), number(2));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
