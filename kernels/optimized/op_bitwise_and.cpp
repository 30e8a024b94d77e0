// bitwise_and(self, other) = self & other, bit by bit

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_and.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct BitwiseAnd {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V a, V b) const {
    return hn::And(a, b);
  }
};

void bitwise_and_integers(const Input* in, Output out, size_t n) {
  map_bits<selected_bits("bitwise_and.Scalar_out", "bitwise_and.Tensor_out"), BitwiseAnd, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_BITS(bitwise_and_integers);
}  // namespace etk::vec

ETK_FASTER_MAP("bitwise_and.Scalar_out", bitwise_and_integers);
ETK_FASTER_MAP("bitwise_and.Tensor_out", bitwise_and_integers);

#include "portable/op_bitwise_and.cpp"

#endif  // HWY_ONCE
