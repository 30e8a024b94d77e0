// Loads and stores of arrays as vectors of floats, for one SIMD target: Half and BFloat16 are widened when
// they are loaded and rounded when they are stored.

#if defined(ETK_VEC_ARRAY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_ARRAY_INL_H_
#undef ETK_VEC_ARRAY_INL_H_
#else
#define ETK_VEC_ARRAY_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/array.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Widens 16-bit elements to floats.
template <class T, class D>
HWY_INLINE hn::Vec<D> widen(D d, hn::Vec<hn::Rebind<uint16_t, D>> bits) {
  const auto wide = hn::PromoteTo(d, hn::BitCast(hn::Rebind<T, D>(), bits));
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX2
  // On targets without an instruction for the conversion, Highway converts infinities and NaNs of Half to
  // finite numbers.
  if constexpr (std::is_same_v<T, hwy::float16_t>) {
    return hn::IfThenElse(hn::Ge(hn::Abs(wide), hn::Set(d, 65536.0f)), hn::Or(wide, hn::Inf(d)), wide);
  }
#endif
  return wide;
}

template <class D>
HWY_INLINE hn::Vec<D> load(D d, const float* from) {
  return hn::LoadU(d, from);
}
template <class D, class T>
HWY_INLINE hn::Vec<D> load(D d, const T* from) {
  return widen<T>(d, hn::LoadU(hn::Rebind<uint16_t, D>(), reinterpret_cast<const uint16_t*>(from)));
}

/// Loads the first n elements; the other lanes are 0.
template <class D>
HWY_INLINE hn::Vec<D> load(D d, const float* from, size_t n) {
  return hn::LoadN(d, from, n);
}
template <class D, class T>
HWY_INLINE hn::Vec<D> load(D d, const T* from, size_t n) {
  return widen<T>(d, hn::LoadN(hn::Rebind<uint16_t, D>(), reinterpret_cast<const uint16_t*>(from), n));
}

template <class D>
HWY_INLINE void store(hn::Vec<D> v, D d, float* to) {
  hn::StoreU(v, d, to);
}
template <class D, class T>
HWY_INLINE void store(hn::Vec<D> v, D, T* to) {
  const hn::Rebind<uint16_t, D> bits;
  hn::StoreU(hn::BitCast(bits, hn::DemoteTo(hn::Rebind<T, D>(), v)), bits, reinterpret_cast<uint16_t*>(to));
}

/// Stores the first n elements.
template <class D>
HWY_INLINE void store(hn::Vec<D> v, D d, float* to, size_t n) {
  hn::StoreN(v, d, to, n);
}
template <class D, class T>
HWY_INLINE void store(hn::Vec<D> v, D, T* to, size_t n) {
  const hn::Rebind<uint16_t, D> bits;
  hn::StoreN(
      hn::BitCast(bits, hn::DemoteTo(hn::Rebind<T, D>(), v)), bits, reinterpret_cast<uint16_t*>(to), n);
}

/// Calls f with a pointer to the elements, whose type is hwy::float16_t for Half. Code is compiled only for
/// the dtypes in `kDtypes`: the dtypes that the build has selected for an operator or, in shared sources, for
/// any operator.
template <uint64_t kDtypes = selected_bits(kAnyOperator), class F>
HWY_INLINE void with_elements(const Array& array, const F& f) {
  constexpr DtypeSet selected(kDtypes);
  [[maybe_unused]] void* data = array.data;
  if constexpr (selected.has(ScalarType::Half)) {
    if (array.dtype == ScalarType::Half) {
      return f(static_cast<hwy::float16_t*>(data));
    }
  }
  if constexpr (selected.has(ScalarType::BFloat16)) {
    if (array.dtype == ScalarType::BFloat16) {
      return f(static_cast<hwy::bfloat16_t*>(data));
    }
  }
  if constexpr (selected.has(ScalarType::Float)) {
    f(array.floats());
  }
}

/// The elements of another array, which must have the same element type; null if the array has no data.
template <class T>
HWY_INLINE T* elements_of(const Array& array, const T*) {
  return static_cast<T*>(static_cast<void*>(array.data));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
