// tanh(x)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_tanh.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"
#include "vec/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Tanh {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    return tanh(d, x);
  }
};

void tanh_floats(const Input* in, Output out, size_t n) {
  map_floats<Tanh, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(tanh_floats, 4);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kTanh[] = "tanh.out";

Tensor& opt_tanh_out(Context& ctx, const Tensor& self, Tensor& out) {
  return vec::map<kTanh, Promote::kFloat>(
      ctx, out, vec::tanh_floats_pointer(), [](auto x) { return std::tanh(x); }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
