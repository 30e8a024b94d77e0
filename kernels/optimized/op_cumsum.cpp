// cumsum(self, dim)[i] = Σ self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cumsum.cpp"
#include "vec/base/each_target.h"

#include "vec/reduce/cumulative-inl.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct Add {
  static constexpr double kStart = 0;
  template <class V>
  static HWY_INLINE V of(V total, V x) {
    return hn::Add(total, x);
  }
  static double of(double total, double x) {
    return total + x;
  }
};

// Computes a line: within a vector, elements are added to those one, two, four… lanes further on; then the
// total of all previous vectors is added. The next vector depends only on the last addition.
template <class T>
HWY_INLINE void add_up_line(const T* x, size_t n, T* out) {
#if HWY_HAVE_FLOAT64
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const size_t lanes = hn::Lanes(d);
  auto total = hn::Zero(d);
  const auto add = [&](auto values) HWY_ATTR {
    auto sums = hn::PromoteTo(d, values);
    for (size_t step = 1; step < lanes; step *= 2) {
      sums = hn::Add(sums, hn::SlideUpLanes(d, sums, step));
    }
    const auto result = hn::Add(total, sums);
    total = hn::Add(total, hn::Set(d, hn::ExtractLane(sums, lanes - 1)));
    return hn::DemoteTo(floats, result);
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    store(add(load(floats, x + i)), floats, out + i);
  }
  if (i < n) {
    store(add(load(floats, x + i, n - i)), floats, out + i, n - i);
  }
#else
  accumulate_rows<Add>(x, 1, n, 1, out);
#endif
}

void add_up_columns(Array from, size_t columns, size_t n, size_t step, Array out) {
  with_elements<selected_bits("cumsum.out")>(
      from, [&](const auto* x) HWY_ATTR { accumulate_rows<Add>(x, columns, n, step, elements_of(out, x)); });
}

void add_up_lines(Array from, size_t lines, size_t n, Array out) {
  with_elements<selected_bits("cumsum.out")>(from, [&](const auto* x) HWY_ATTR {
    auto* to = elements_of(out, x);
    for (size_t line = 0; line < lines; ++line) {
      add_up_line(x + line * n, n, to + line * n);
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/reduce/cumulative.h"
#include "vec/base/operator.h"
#include "vec/reduce/cumulative.h"

namespace etk::vec {
ETK_VEC_EXPORT(add_up_columns);
ETK_VEC_EXPORT(add_up_lines);

template <const char* kOp>
static bool add_up(const Tensor& self, DimSet dims, Tensor& out) {
  if constexpr (selected_dtypes<kOp>().has(Compute::kFloat)) {
    constexpr size_t kFew = 9;
    if (accepts<kOp>(self) &&
        accumulate({add_up_columns_pointer()(), add_up_lines_pointer()(), kFew}, self, dims, out)) {
      return true;
    }
  }
  return accumulate_integers<kOp>(self, dims, [](auto total, auto x) { return total + x; }, out);
}
}  // namespace etk::vec

ETK_FASTER("cumsum.out", AccumulateFunction, vec::add_up<kOp>);

#include "portable/op_cumsum.cpp"

#endif  // HWY_ONCE
