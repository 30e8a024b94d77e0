// trunc(x): x without its fraction

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_trunc.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Truncated {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Trunc(x);
  }
};

void trunc_floats(const Input* in, Output out, size_t n) {
  map_floats<Truncated, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/real.h"

namespace etk::vec {
ETK_VEC_EXPORT(trunc_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kTrunc[] = "trunc.out";

Tensor& opt_trunc_out(Context& ctx, const Tensor& self, Tensor& out) {
  if (vec::try_map<kTrunc, Promote::kFloating>(out, vec::trunc_floats_pointer(), self)) {
    return out;
  }
  return round_with<kTrunc>(ctx, self, out, truncf, trunc);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
