// copysign(self, other) = |self| with the sign of other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_copysign.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct WithSign {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::CopySign(a, b);
  }
};

void copysign_floats(const Input* in, Output out, size_t n) {
  map_floats<WithSign, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

#include <cmath>

namespace etk::vec {
ETK_VEC_EXPORT(copysign_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopysign[] = "copysign.out";
static constexpr char kCopysignScalar[] = "copysign.Scalar_out";

static const auto with_sign = [](auto a, auto b) { return std::copysign(a, b); };

Tensor& opt_copysign_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return vec::map<kCopysign, Promote::kFloat>(
      ctx, out, vec::copysign_floats_pointer(), with_sign, self, other);
}

Tensor& opt_copysign_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  return vec::map<kCopysignScalar, Promote::kFloat>(
      ctx, out, vec::copysign_floats_pointer(), with_sign, self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
