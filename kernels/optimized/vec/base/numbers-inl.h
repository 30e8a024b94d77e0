// Elements of all dtypes that have vectors, for one SIMD target, in lanes that are wide enough to count rows:
// floats, and integers of 32 or 64 bits.

#if defined(ETK_VEC_NUMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_NUMBERS_INL_H_
#undef ETK_VEC_NUMBERS_INL_H_
#else
#define ETK_VEC_NUMBERS_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/array-inl.h"
#include "vec/base/integers-inl.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Whether the elements are floating-point of any width; Half is hwy::float16_t.
template <class T>
constexpr bool is_float() {
  return !std::is_integral_v<T>;
}

/// The lane type in which elements are computed.
template <class T>
using Lane = std::conditional_t<is_float<T>(), float, std::conditional_t<sizeof(T) == 8, int64_t, int32_t>>;

/// Widens integers to a lane type of the same or a larger width.
template <class D, class T>
HWY_INLINE hn::Vec<D> widened(D d, hn::Vec<hn::Rebind<T, D>> v) {
  if constexpr (sizeof(T) < sizeof(hn::TFromD<D>)) {
    return hn::PromoteTo(d, v);
  } else {
    return v;
  }
}

/// Loads elements into lanes of D.
template <class D, class T>
HWY_INLINE hn::Vec<D> read_numbers(D d, const T* from) {
  if constexpr (is_float<T>()) {
    return load(d, from);
  } else {
    return widened<D, T>(d, hn::LoadU(hn::Rebind<T, D>(), from));
  }
}

/// Loads the first n elements; the other lanes are 0.
template <class D, class T>
HWY_INLINE hn::Vec<D> read_numbers(D d, const T* from, size_t n) {
  if constexpr (is_float<T>()) {
    return load(d, from, n);
  } else {
    return widened<D, T>(d, hn::LoadN(hn::Rebind<T, D>(), from, n));
  }
}

/// Calls f with a pointer to elements of an integer dtype, or of a dtype that is computed in float.
template <class F>
HWY_INLINE void with_all_elements(const void* elements, ScalarType dtype, const F& f) {
  const bool are_integers =
      with_integers(dtype, [&](auto value) HWY_ATTR { f(static_cast<const decltype(value)*>(elements)); });
  if (!are_integers) {
    with_elements(Array(elements, dtype), f);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
