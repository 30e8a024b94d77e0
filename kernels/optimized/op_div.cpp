// div(self, other) = self / other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_div.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct DividedBy {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::Div(a, b);
  }
};

void div_floats(const Input* in, Output out, size_t n) {
  map_floats<DividedBy, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/map.h"

namespace etk::vec {
ETK_VEC_EXPORT(div_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kDiv[] = "div.out";
static constexpr char kDivScalar[] = "div.Scalar_out";

namespace {

struct Quotient {
  template <typename C>
  C operator()(C a, C b) const {
    return a / b;
  }
};

}  // namespace

Tensor& opt_div_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kDiv, Promote::kFloat>(
      ctx, out, vec::div_floats_pointer(), of_complex(Quotient()), self, unrounded(other));
}

Tensor& opt_div_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kDivScalar, Promote::kFloat>(
      ctx, out, vec::div_floats_pointer(), of_complex(Quotient()), self, unrounded(other));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
