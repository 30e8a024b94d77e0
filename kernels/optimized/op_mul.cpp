// mul(self, other) = self · other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_mul.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Times {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::Mul(a, b);
  }
};

void mul_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("mul.out", "mul.Scalar_out"), Times, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(mul_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("mul.out", mul_numbers);
ETK_FASTER_MAP("mul.Scalar_out", mul_numbers);

#include "portable/op_mul.cpp"

#endif  // HWY_ONCE
