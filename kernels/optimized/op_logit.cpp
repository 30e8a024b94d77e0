// logit(x) = log(x / (1 - x)); with eps, of x between eps and 1 - eps

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logit.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/logarithm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Logit {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V low, V high) const {
    const V lowered = hn::IfThenElse(hn::Gt(x, high), high, x);
    const V inside = hn::IfThenElse(hn::Lt(x, low), low, lowered);
    return log(d, hn::Div(inside, hn::Sub(hn::Set(d, 1.0f), inside)));
  }
};

void logit_floats(const Input* in, Output out, size_t n) {
  map_floats<Logit, 1, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/limits.h"
#include "etk/elementwise/map.h"

#include <cmath>
#include <optional>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(logit_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogit[] = "logit.out";

Tensor& opt_logit_out(Context& ctx, const Tensor& self, std::optional<double> eps, Tensor& out) {
  const LogitLimits limits(self, eps);
  ETK_REQUIRE(ctx, limits.fit, out);
  const Scalar low(limits.exist ? limits.low : -HUGE_VAL), high(limits.exist ? limits.high : HUGE_VAL);
  const auto f = [](auto x, auto least, auto most) {
    const auto inside = x < least ? least : x > most ? most : x;
    return std::log(inside / (1 - inside));
  };
  return vec::map<kLogit, Promote::kFloat>(
      ctx, out, vec::logit_floats_pointer(), f, self, unrounded(unpromoted(low)),
      unrounded(unpromoted(high)));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
