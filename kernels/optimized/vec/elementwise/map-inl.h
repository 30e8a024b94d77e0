// Loops over arrays of floats or integers, for one SIMD target. The mathematical function is a class with `V
// operator()(D d, V x…)`.

#ifndef ETK_VEC_MAP
/// Defines the Function `<function>_floats` from a mathematical function of `operands` vectors of floats,
/// which headers such as vec/math/exponential-inl.h define.
#define ETK_VEC_MAP(function, operands) \
  ETK_VEC_MAP_BY(function, function##_floats, map_floats<function##_of_vectors, operands>)

/// Like ETK_VEC_MAP, for integers as well: defines `<function>_numbers` for the operators with these names.
#define ETK_VEC_MAP_NUMBERS(function, operands, ...) \
  ETK_VEC_MAP_BY(                                    \
      function, function##_numbers,                  \
      map_numbers<selected_bits(__VA_ARGS__), function##_of_vectors, operands>)

#define ETK_VEC_MAP_BY(function, name, ...)                 \
  HWY_BEFORE_NAMESPACE();                                   \
  namespace etk::vec {                                      \
  namespace HWY_NAMESPACE {                                 \
  struct function##_of_vectors {                            \
    template <class D, class... Vs>                         \
    HWY_INLINE auto operator()(D d, Vs... x) const {        \
      return function(d, x...);                             \
    }                                                       \
  };                                                        \
  static void name(const Input* in, Output out, size_t n) { \
    __VA_ARGS__(in, out, n);                                \
  }                                                         \
  }                                                         \
  }                                                         \
  HWY_AFTER_NAMESPACE()
#endif

#if defined(ETK_VEC_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_MAP_INL_H_
#undef ETK_VEC_MAP_INL_H_
#else
#define ETK_VEC_MAP_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/integers-inl.h"
#include "vec/base/vectors-inl.h"
#include "vec/elementwise/map.h"

#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
static_assert(hn::MaxLanes(Floats()) <= Input::kRepeated, "elements are repeated so often");

template <class T = float>
HWY_INLINE const T* at(const Input& input, size_t i) {
  return static_cast<const T*>(input.data) + (i & input.mask);
}

// Applies F to operands. Their pointers are parameters and stay in registers: the compiler assumes that
// stores of vectors may change pointers in memory.
template <class T, class F, class Operands>
struct Map;
template <class T, class F, size_t... k>
struct Map<T, F, std::index_sequence<k...>> {
  // `step` is the distance of an operand's vectors.
  template <class... Vs>
  static HWY_INLINE void run(
      Output to, size_t n, Each<const T*, k>... data, Each<size_t, k>... step, Vs... numbers) {
    T* HWY_RESTRICT out = static_cast<T*>(to.data);
    const hn::ScalableTag<T> d;
    const size_t lanes = hn::Lanes(d);
    // First computes the elements before an aligned address of the out. Memory that an app plans is aligned
    // to 16 bytes and a vector may have 64 bytes, so that otherwise each vector would span two cache lines;
    // the operands usually have the alignment of the out. For a few vectors, this does not pay off.
    const bool is_long = n > 16 * lanes;
    const size_t behind = reinterpret_cast<uintptr_t>(out) / sizeof(T) % lanes;
    size_t i = 0;
    if (is_long && behind != 0) {
      i = lanes - behind;
      run_some(out, i, data..., numbers...);
      ((data += step != 0 ? i : 0), ...);
    }
    const bool streams = HWY_ARCH_X86 && to.far && is_long;
    for (; i + 2 * lanes <= n; i += 2 * lanes) {
      const auto first = F()(d, hn::LoadU(d, data)..., numbers...);
      const auto second = F()(d, hn::LoadU(d, data + step)..., numbers...);
      if (streams) {
        hn::Stream(first, d, out + i);
        hn::Stream(second, d, out + i + lanes);
      } else {
        hn::StoreU(first, d, out + i);
        hn::StoreU(second, d, out + i + lanes);
      }
      ((data += 2 * step), ...);
    }
    for (; i < n; i += lanes) {
      run_some(out + i, HWY_MIN(lanes, n - i), data..., numbers...);
      ((data += step), ...);
    }
  }

  // Computes n elements, at most as many as a vector has lanes.
  template <class... Vs>
  static void run_some(T* out, size_t n, Each<const T*, k>... data, Vs... numbers) {
    const hn::ScalableTag<T> d;
    hn::StoreN(F()(d, hn::LoadN(d, data, n)..., numbers...), d, out, n);
  }
};

template <class T, class F, size_t... k, size_t... j>
HWY_INLINE void map_with_numbers(
    const Input* in, Output out, size_t n, std::index_sequence<k...> operands, std::index_sequence<j...>) {
  const hn::ScalableTag<T> d;
  Map<T, F, decltype(operands)>::run(
      out, n, at<T>(in[k], 0)..., (hn::Lanes(d) & in[k].mask)...,
      hn::Set(d, *at<T>(in[sizeof...(k) + j], 0))...);
}

template <class T, class F, size_t kCount, size_t kNumbers>
HWY_INLINE void map_elements(const Input* in, Output out, size_t n) {
  map_with_numbers<T, F>(
      in, out, n, std::make_index_sequence<kCount>(), std::make_index_sequence<kNumbers>());
}

/// A Function: F with kCount operands, followed by kNumbers operands that are the same for all elements.
template <class F, size_t kCount, size_t kNumbers = 0>
HWY_INLINE void map_floats(const Input* in, Output out, size_t n) {
  map_elements<float, F, kCount, kNumbers>(in, out, n);
}

/// Like with_integers; for dtypes that are not integers, calls f with a float, in which they are computed.
template <uint64_t kDtypes, class F>
HWY_INLINE void with_numbers(ScalarType dtype, const F& f) {
  if (!with_integers<kDtypes>(dtype, f)) {
    f(float{});
  }
}

/// Like map_floats, for integers as well: the Function of two operators.
template <uint64_t kDtypes, class F, size_t kCount, size_t kNumbers = 0>
HWY_INLINE void map_numbers(const Input* in, Output out, size_t n) {
  with_numbers<kDtypes>(out.dtype, [&](auto value) HWY_ATTR {
    map_elements<decltype(value), F, kCount, kNumbers>(in, out, n);
  });
}

/// `map_numbers` for integers only.
template <uint64_t kDtypes, class F, size_t kCount>
HWY_INLINE void map_integers(const Input* in, Output out, size_t n) {
  with_integers<kDtypes>(
      out.dtype, [&](auto value) HWY_ATTR { map_elements<decltype(value), F, kCount, 0>(in, out, n); });
}

/// `map_numbers` for integers and Bools.
template <uint64_t kDtypes, class F, size_t kCount>
HWY_INLINE void map_bits(const Input* in, Output out, size_t n) {
  const auto map = [&](auto value) HWY_ATTR { map_elements<decltype(value), F, kCount, 0>(in, out, n); };
  if (!with_integers<kDtypes>(out.dtype, map)) {
    map(uint8_t{});
  }
}

// Computes Bools: F(d, x…) is a mask.
template <class F, class T, size_t... k>
HWY_INLINE void test_elements(const Input* in, Output out, size_t n, std::index_sequence<k...>) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<uint8_t, decltype(d)> bytes;
  const hn::RebindToUnsigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  auto* HWY_RESTRICT to = static_cast<uint8_t*>(out.data);
  const auto test = [&](auto... x) HWY_ATTR {
    const auto mask = hn::RebindMask(integers, F()(d, x...));
    const auto ones = hn::IfThenElseZero(mask, hn::Set(integers, 1));
    if constexpr (sizeof(T) == 1) {
      return ones;
    } else {
      return hn::TruncateTo(bytes, ones);
    }
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(test(hn::LoadU(d, at<T>(in[k], i))...), bytes, to + i);
  }
  if (i < n) {
    hn::StoreN(test(hn::LoadN(d, at<T>(in[k], i), n - i)...), bytes, to + i, n - i);
  }
}

/// The Function of two operators that compute Bools from floats, integers or Bools.
template <uint64_t kDtypes, class F, size_t kCount = 2>
HWY_INLINE void test_numbers(const Input* in, Output out, size_t n) {
  const auto test = [&](auto value) HWY_ATTR {
    test_elements<F, decltype(value)>(in, out, n, std::make_index_sequence<kCount>());
  };
  out.dtype == ScalarType::Bool ? test(uint8_t{}) : with_numbers<kDtypes>(out.dtype, test);
}

/// The Function that computes Bools from floats.
template <class F>
HWY_INLINE void test_floats(const Input* in, Output out, size_t n) {
  test_elements<F, float>(in, out, n, std::make_index_sequence<1>());
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
