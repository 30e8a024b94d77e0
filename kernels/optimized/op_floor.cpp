// floor(x): the greatest integer that is not above x

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_floor.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Floor {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return hn::Floor(x);
  }
};

void floor_floats(const Input* in, Output out, size_t n) {
  map_floats<Floor, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/real.h"

namespace etk::vec {
ETK_VEC_EXPORT(floor_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kFloor[] = "floor.out";

Tensor& opt_floor_out(Context& ctx, const Tensor& self, Tensor& out) {
  if (vec::try_map<kFloor, Promote::kFloating>(out, vec::floor_floats_pointer(), self)) {
    return out;
  }
  return round_with<kFloor>(ctx, self, out, floorf, floor);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
