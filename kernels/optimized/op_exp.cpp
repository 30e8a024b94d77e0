// exp(x) = eˣ

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_exp.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"
#include "vec/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Exp {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return exp(d, x);
  }
};

void exp_floats(const Input* in, Output out, size_t n) {
  map_floats<Exp, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(exp_floats, 2);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kExp[] = "exp.out";

Tensor& opt_exp_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kExp, Promote::kFloat>(
      ctx, out, vec::exp_floats_pointer(), [](auto x) { return std::exp(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
