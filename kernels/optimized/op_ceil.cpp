// ceil(x): the least integer that is not below x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_ceil.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Ceiling {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Ceil(x);
  }
};

void ceil_floats(const Input* in, Output out, size_t n) {
  map_floats<Ceiling, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/real.h"

namespace etk::vec {
ETK_VEC_EXPORT(ceil_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kCeil[] = "ceil.out";

Tensor& opt_ceil_out(Context& ctx, const Tensor& self, Tensor& out) {
  if (vec::try_map<kCeil, Promote::kFloating>(out, vec::ceil_floats_pointer(), self)) {
    return out;
  }
  return round_with<kCeil>(ctx, self, out, ceilf, ceil);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
