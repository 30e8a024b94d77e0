// add(self, other, alpha) = self + alpha · other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_add.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct ScaledSum {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b, V alpha) const {
    return hn::MulAdd(alpha, b, a);
  }
};

void add_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("add.out", "add.Scalar_out"), ScaledSum, 2, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_NUMBERS(add_numbers);
}  // namespace etk::vec

ETK_FASTER_MAP("add.out", add_numbers);
ETK_FASTER_MAP("add.Scalar_out", add_numbers);

#include "portable/op_add.cpp"

#endif  // HWY_ONCE
