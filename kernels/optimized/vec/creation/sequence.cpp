#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/creation/sequence.cpp"
#include "vec/base/each_target.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Integers wrap around, so that repeated addition and multiplication have the same result.
template <class T>
HWY_INLINE void count_integers(T start, T step, size_t n, T* to) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  auto values = hn::Add(hn::Set(d, start), hn::Mul(hn::Iota(d, 0), hn::Set(d, step)));
  const auto steps = hn::Set(d, static_cast<T>(step * static_cast<T>(lanes)));
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(values, d, to + i);
    values = hn::Add(values, steps);
  }
  hn::StoreN(values, d, to + i, n - i);
}

void count_ints(uint32_t start, uint32_t step, size_t n, uint32_t* to) {
  count_integers(start, step, n, to);
}

void count_longs(uint64_t start, uint64_t step, size_t n, uint64_t* to) {
  count_integers(start, step, n, to);
}

// Each number is computed in double, from number `first` on.
void count_floats(double start, double step, size_t first, size_t n, float* to) {
#if HWY_HAVE_FLOAT64
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const size_t lanes = hn::Lanes(d);
  const auto starts = hn::Set(d, start), steps = hn::Set(d, step);
  const auto more = hn::Set(d, static_cast<double>(lanes));
  auto numbers = hn::Add(hn::Iota(d, 0), hn::Set(d, static_cast<double>(first)));
  for (size_t i = 0; i < n; i += lanes) {
    const auto values = hn::DemoteTo(floats, hn::MulAdd(steps, numbers, starts));
    i + lanes <= n ? hn::StoreU(values, floats, to + i) : hn::StoreN(values, floats, to + i, n - i);
    numbers = hn::Add(numbers, more);
  }
#else
  for (size_t i = 0; i < n; ++i) {
    to[i] = static_cast<float>(start + step * static_cast<double>(first + i));
  }
#endif
}

// Whole vectors are written as long as they fit; the excess lanes are overwritten afterwards.
template <class T>
HWY_INLINE void repeat_each(const T* counts, size_t n, T* to, size_t total) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  size_t done = 0;
  for (size_t i = 0; i < n; ++i) {
    const auto values = hn::Set(d, static_cast<T>(i));
    const size_t end = done + static_cast<size_t>(counts[i]);
    for (; done < end && done + lanes <= total; done += lanes) {
      hn::StoreU(values, d, to + done);
    }
    if (done < end) {
      hn::StoreN(values, d, to + done, end - done);
    }
    done = end;
  }
}

void repeat_ints(const int32_t* counts, size_t n, int32_t* to, size_t total) {
  repeat_each(counts, n, to, total);
}

void repeat_longs(const int64_t* counts, size_t n, int64_t* to, size_t total) {
  repeat_each(counts, n, to, total);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/array.h"
#include "vec/base/parallel.h"
#include "vec/creation/sequence.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(count_ints);
HWY_EXPORT(count_longs);
HWY_EXPORT(count_floats);
HWY_EXPORT(repeat_ints);
HWY_EXPORT(repeat_longs);

namespace {

template <typename T, typename Count>
void count_in_parts(const Scalar& start, const Scalar& step, const Count& count, Tensor& out) {
  const auto first = static_cast<T>(etk::to<int64_t>(start)), each = static_cast<T>(etk::to<int64_t>(step));
  auto* const to = static_cast<T*>(out.mutable_data_ptr());
  parallel(static_cast<size_t>(out.numel()), 1, [&](size_t begin, size_t end) {
    count(static_cast<T>(first + each * static_cast<T>(begin)), each, end - begin, to + begin);
  });
}

void count_floats_in_parts(double start, double step, Array out, size_t all) {
  const auto count = HWY_DYNAMIC_POINTER(count_floats);
  parallel(all, 1, [&](size_t begin, size_t end) {
    if (!out.is_narrow()) {
      return count(start, step, begin, end - begin, out.floats() + begin);
    }
    constexpr size_t kSome = 256;
    float floats[kSome];
    for (size_t n; begin < end; begin += n) {
      n = std::min(kSome, end - begin);
      count(start, step, begin, n, floats);
      store_lines(floats, 0, 1, n, out + begin, 0);
    }
  });
}

}  // namespace

bool set_sequence(const Scalar& start, const Scalar& step, Tensor& out) {
  constexpr DtypeSet selected = selected_dtypes<kAnyOperator>();
  const ScalarType dtype = out.scalar_type();
  if constexpr (selected.has(ScalarType::Int)) {
    if (dtype == ScalarType::Int) {
      count_in_parts<uint32_t>(start, step, HWY_DYNAMIC_POINTER(count_ints), out);
      return true;
    }
  }
  if constexpr (selected.has(ScalarType::Long)) {
    if (dtype == ScalarType::Long) {
      count_in_parts<uint64_t>(start, step, HWY_DYNAMIC_POINTER(count_longs), out);
      return true;
    }
  }
  if constexpr (selected.has(Compute::kFloat)) {
    if (is_single(dtype)) {
      count_floats_in_parts(
          etk::to<double>(start), etk::to<double>(step), array_of(out), static_cast<size_t>(out.numel()));
      return true;
    }
  }
  return false;
}

bool repeat_indices(const Tensor& repeats, Tensor& out) {
  constexpr DtypeSet selected = selected_dtypes<kAnyOperator>();
  const auto n = static_cast<size_t>(repeats.numel()), total = static_cast<size_t>(out.numel());
  if constexpr (selected.has(ScalarType::Int)) {
    if (repeats.scalar_type() == ScalarType::Int) {
      HWY_DYNAMIC_DISPATCH(repeat_ints)
      (repeats.const_data_ptr<int32_t>(), n, out.mutable_data_ptr<int32_t>(), total);
      return true;
    }
  }
  if constexpr (selected.has(ScalarType::Long)) {
    if (repeats.scalar_type() == ScalarType::Long) {
      HWY_DYNAMIC_DISPATCH(repeat_longs)
      (repeats.const_data_ptr<int64_t>(), n, out.mutable_data_ptr<int64_t>(), total);
      return true;
    }
  }
  return false;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
