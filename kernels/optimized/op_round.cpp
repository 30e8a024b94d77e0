// round(x): the nearest integer, the even one of two

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_round.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Rounded {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Round(x);
  }
};

void round_floats(const Input* in, Output out, size_t n) {
  map_floats<Rounded, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/real.h"

namespace etk::vec {
ETK_VEC_EXPORT(round_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kRound[] = "round.out";

Tensor& opt_round_out(Context& ctx, const Tensor& self, Tensor& out) {
  if (vec::try_map<kRound, Promote::kFloating>(out, vec::round_floats_pointer(), self)) {
    return out;
  }
  return round_with<kRound>(ctx, self, out, nearbyintf, nearbyint);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
