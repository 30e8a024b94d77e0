// abs(x) = |x|, of a complex number √(re² + im²)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_abs.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

#ifndef ETK_ABS_NAME
#define ETK_ABS_NAME
static constexpr char kAbs[] = "abs.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Magnitude {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x) const {
    if constexpr (hwy::IsSigned<hn::TFromD<D>>()) {
      return hn::Abs(x);
    } else {
      return x;
    }
  }
};

void abs_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kAbs, kAbs, Magnitude, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/arithmetic.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(abs_numbers);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_abs_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == part_of(self.scalar_type()), out);
  return vec::map<kAbs, Promote::kNumber>(ctx, out, vec::abs_numbers_pointer(), of_complex(Absolute()), self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
