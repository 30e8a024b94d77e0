// Dispatch on integer dtypes, for one SIMD target.

#if defined(ETK_VEC_INTEGERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_INTEGERS_INL_H_
#undef ETK_VEC_INTEGERS_INL_H_
#else
#define ETK_VEC_INTEGERS_INL_H_
#endif

#include "etk/base/selected_dtypes.h"
#include "hwy/highway.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

/// Calls f with a value of the element type of an integer dtype: the dtypes of up to 64 bits except Bool.
/// False if f returns false, if the dtype is not an integer, or if it is not in `kDtypes`, the dtypes that
/// the build has selected.
template <uint64_t kDtypes = selected_bits(kAnyOperator), class F>
HWY_INLINE bool with_integers(ScalarType dtype, const F& f) {
  constexpr DtypeSet selected(kDtypes);
  const auto call = [&](auto value) HWY_ATTR {
    if constexpr (std::is_void_v<decltype(f(value))>) {
      f(value);
      return true;
    } else {
      return f(value);
    }
  };
#define ETK_CASE(name, type)                      \
  if constexpr (selected.has(ScalarType::name)) { \
    if (dtype == ScalarType::name) {              \
      return call(type{});                        \
    }                                             \
  }
  ETK_CASE(Byte, uint8_t)
  ETK_CASE(Char, int8_t)
  ETK_CASE(Short, int16_t)
  ETK_CASE(Int, int32_t)
  ETK_CASE(Long, int64_t)
#undef ETK_CASE
  return false;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
