#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/elementwise/choose.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/choose.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE const T* at(const Input& input, size_t i) {
  return static_cast<const T*>(input.data) + (i & input.mask);
}

// Moves elements as integers of their size.
template <class T>
HWY_INLINE void choose_typed(const Input* in, Output out, size_t n) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<uint8_t, decltype(d)> bytes;
  const size_t lanes = hn::Lanes(d);
  T* HWY_RESTRICT to = static_cast<T*>(out.data);
  const auto choose = [&](auto holds, auto a, auto b) HWY_ATTR {
    if constexpr (sizeof(T) == 1) {
      return hn::IfThenElse(hn::Ne(holds, hn::Zero(d)), a, b);
    } else {
      return hn::IfThenElse(hn::Ne(hn::PromoteTo(d, holds), hn::Zero(d)), a, b);
    }
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto holds = hn::LoadU(bytes, at<uint8_t>(in[0], i));
    hn::StoreU(choose(holds, hn::LoadU(d, at<T>(in[1], i)), hn::LoadU(d, at<T>(in[2], i))), d, to + i);
  }
  if (i < n) {
    const size_t left = n - i;
    const auto holds = hn::LoadN(bytes, at<uint8_t>(in[0], i), left);
    const auto a = hn::LoadN(d, at<T>(in[1], i), left), b = hn::LoadN(d, at<T>(in[2], i), left);
    hn::StoreN(choose(holds, a, b), d, to + i, left);
  }
}

void choose_floats(const Input* in, Output out, size_t n) {
  choose_typed<uint32_t>(in, out, n);
}

void choose_bytes(const Input* in, Output out, size_t n) {
  choose_typed<uint8_t>(in, out, n);
}

void choose_halves(const Input* in, Output out, size_t n) {
  choose_typed<uint16_t>(in, out, n);
}

void choose_longs(const Input* in, Output out, size_t n) {
  choose_typed<uint64_t>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(choose_floats);
HWY_EXPORT(choose_bytes);
HWY_EXPORT(choose_halves);
HWY_EXPORT(choose_longs);

namespace {

// The function for elements of the given size in bytes; null if there is none.
Function find(size_t element_size) {
  if (element_size == 4) {
    return HWY_DYNAMIC_POINTER(choose_floats);
  }
  if (kHasLong && element_size == 8) {
    return HWY_DYNAMIC_POINTER(choose_longs);
  }
  if (kHasShort && element_size == 2) {
    return HWY_DYNAMIC_POINTER(choose_halves);
  }
  return element_size == 1 ? HWY_DYNAMIC_POINTER(choose_bytes) : nullptr;
}

}  // namespace

bool choose(const Tensor& condition, const Operand& first, const Operand& second, Tensor& out) {
  const Operand operands[] = {condition, first, second};
  const Call call{find(out.element_size()), 3, 1, out.scalar_type(), /*moves=*/true};
  return call.function && compute_of(call.dtype) != Compute::kNone &&
         run_map(call, call.dtype, operands, out);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
