// Elements of arrays as vectors of floats, for one SIMD target: Half and BFloat16 are widened as they are
// read, and rounded as they are written.

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

/// Elements of 16 bits, as floats.
template <class T, class D>
HWY_INLINE hn::Vec<D> widen(D d, hn::Vec<hn::Rebind<uint16_t, D>> bits) {
  const auto wide = hn::PromoteTo(d, hn::BitCast(hn::Rebind<T, D>(), bits));
#if HWY_ARCH_X86 && HWY_TARGET > HWY_AVX2
  // Without an instruction for it, Highway takes infinities and NaNs of Half for numbers.
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

/// The first n elements; the other lanes are 0.
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

/// The first n elements.
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

/// Calls f with the elements, whose type is hwy::float16_t for Half. Nothing is compiled for a dtype that is
/// none of `kDtypes`: those that the build has selected; in sources that operators share, for any of them.
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

/// The elements of another array of the same type; null if there is none.
template <class T>
HWY_INLINE T* elements_of(const Array& array, const T*) {
  return static_cast<T*>(static_cast<void*>(array.data));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
