// Loops over arrays of floats or integers, for one SIMD target. A function is a class: `V operator()(D d, V
// x…)`.

#if defined(ETK_VEC_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_MAP_INL_H_
#undef ETK_VEC_MAP_INL_H_
#else
#define ETK_VEC_MAP_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/map.h"
#include "vec/vectors-inl.h"

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

// F of operands, whose pointers are in registers: stores of vectors may change what lies in memory.
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
    // Up to where the out is aligned. Memory that an app plans is aligned to 16 bytes, and a vector may be
    // 64, so that each would be in two cache lines: those of the operands, too, which most often are aligned
    // as the out. A few vectors are not worth it.
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

  // n elements, at most as many as a vector has.
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

/// A Function: F of kCount operands, and of kNumbers behind them that are the same for all elements.
template <class F, size_t kCount, size_t kNumbers = 0>
HWY_INLINE void map_floats(const Input* in, Output out, size_t n) {
  map_elements<float, F, kCount, kNumbers>(in, out, n);
}

/// Calls f with a value of what the operands' dtype has in memory, out of those that the build has selected
/// for one of two operators.
template <const char* kOp, const char* kOther, class F>
HWY_INLINE void with_numbers(ScalarType dtype, F f) {
  constexpr DtypeSet selected = selected_dtypes<kOp>() | selected_dtypes<kOther>();
  if constexpr (selected.has(ScalarType::Int)) {
    if (dtype == ScalarType::Int) {
      return f(int32_t{});
    }
  }
  if constexpr (selected.has(ScalarType::Long)) {
    if (dtype == ScalarType::Long) {
      return f(int64_t{});
    }
  }
  if constexpr (selected.has(ScalarType::Byte)) {
    if (dtype == ScalarType::Byte) {
      return f(uint8_t{});
    }
  }
  if constexpr (selected.has(ScalarType::Char)) {
    if (dtype == ScalarType::Char) {
      return f(int8_t{});
    }
  }
  if constexpr (selected.has(ScalarType::Short)) {
    if (dtype == ScalarType::Short) {
      return f(int16_t{});
    }
  }
  f(float{});
}

/// As map_floats, for integers as well: the Function of two operators.
template <const char* kOp, const char* kOther, class F, size_t kCount, size_t kNumbers = 0>
HWY_INLINE void map_numbers(const Input* in, Output out, size_t n) {
  with_numbers<kOp, kOther>(out.dtype, [&](auto value) HWY_ATTR {
    map_elements<decltype(value), F, kCount, kNumbers>(in, out, n);
  });
}

// Whose results are Bools: F(d, a, b) is a mask.
template <class F, class T>
HWY_INLINE void compare(const Input* in, Output out, size_t n) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<uint8_t, decltype(d)> bytes;
  const hn::RebindToUnsigned<decltype(d)> integers;
  const size_t lanes = hn::Lanes(d);
  auto* HWY_RESTRICT to = static_cast<uint8_t*>(out.data);
  const auto test = [&](auto a, auto b) HWY_ATTR {
    const auto mask = hn::RebindMask(integers, F()(d, a, b));
    const auto ones = hn::IfThenElseZero(mask, hn::Set(integers, 1));
    if constexpr (sizeof(T) == 1) {
      return ones;
    } else {
      return hn::TruncateTo(bytes, ones);
    }
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(test(hn::LoadU(d, at<T>(in[0], i)), hn::LoadU(d, at<T>(in[1], i))), bytes, to + i);
  }
  if (i < n) {
    const auto a = hn::LoadN(d, at<T>(in[0], i), n - i), b = hn::LoadN(d, at<T>(in[1], i), n - i);
    hn::StoreN(test(a, b), bytes, to + i, n - i);
  }
}

/// The Function of two operators that compare floats, integers or Bools.
template <const char* kOp, const char* kOther, class F>
HWY_INLINE void compare_numbers(const Input* in, Output out, size_t n) {
  if (out.dtype == ScalarType::Bool) {
    return compare<F, uint8_t>(in, out, n);
  }
  with_numbers<kOp, kOther>(out.dtype, [&](auto value) HWY_ATTR { compare<F, decltype(value)>(in, out, n); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
