// fmax(self, other): the larger of both; where one is NaN, the other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_fmax.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct LargerNumber {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::IfThenElse(hn::Or(hn::Ge(a, b), hn::IsNaN(b)), a, b);
  }
};

void fmax_floats(const Input* in, Output out, size_t n) {
  map_floats<LargerNumber, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT(fmax_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kFmax[] = "fmax.out";

Tensor& opt_fmax_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const auto f = [](auto a, auto b) { return a >= b || b != b ? a : b; };
  return vec::map<kFmax, Promote::kPlain>(ctx, out, vec::fmax_floats_pointer(), f, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
