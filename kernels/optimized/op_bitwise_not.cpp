// bitwise_not(x): every bit of x turned over; a bool has one

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_bitwise_not.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Turned {
  template <class D, class V>
  HWY_INLINE V operator()([[maybe_unused]] D d, V x, V bits) const {
    return hn::Xor(x, bits);
  }
};

void bitwise_not_integers(const Input* in, Output out, size_t n) {
  map_bits<selected_bits("bitwise_not.out"), Turned, 2>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_BITS(bitwise_not_integers);
}  // namespace etk::vec

ETK_FASTER_MAP("bitwise_not.out", bitwise_not_integers);

#include "portable/op_bitwise_not.cpp"

#endif  // HWY_ONCE
