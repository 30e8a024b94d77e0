// glu(self, dim) = a / (1 + e^(-b)), a and b being the halves of self along dim

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_glu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Gated {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V gate) const {
    return hn::Div(x, hn::Add(hn::Set(d, 1.0f), exp(d, hn::Neg(gate))));
  }
};

void glu_floats(const Input* in, Output out, size_t n) {
  map_floats<Gated, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(glu_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kGlu[] = "glu.out";

Tensor& opt_glu_out(Context& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  View a(self), b(self);
  const auto d = wrap_dim(dim, a.rank);
  ETK_REQUIRE(ctx, a.rank > 0 && d && a.sizes[*d] % 2 == 0, out);
  const int64_t half = a.sizes[*d] / 2;
  a.slice(*d, 0, half);
  b.slice(*d, half, half);
  const auto f = [](auto x, auto gate) { return x / (1 + std::exp(-gate)); };
  return vec::map<kGlu, Promote::kFloating>(
      ctx, out, vec::glu_floats_pointer(), f, part(self, a), part(self, b));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
