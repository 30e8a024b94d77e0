#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/norm/layer_norm.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/reduce/rows.h"  // IWYU pragma: associated
#include "vec/reduce/rows_as_columns.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class T>
HWY_INLINE void norm_elements(
    const T* x, size_t n, const T* weight, const T* bias, double eps, T* out, float* mean, float* rstd) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  *mean = static_cast<float>(sum_of(x, n, Itself()) / static_cast<double>(n));
  const auto center = hn::Set(d, *mean);
  const double squares = sum_of(x, n, [&](auto, auto v) HWY_ATTR {
    const auto distance = hn::Sub(v, center);
    return hn::Mul(distance, distance);
  });
  *rstd = static_cast<float>(1 / std::sqrt(squares / static_cast<double>(n) + eps));
  const auto scale = hn::Set(d, *rstd);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    auto y = hn::Mul(hn::Sub(load(d, x + i, left), center), scale);
    y = weight ? hn::Mul(y, load(d, weight + i, left)) : y;
    y = bias ? hn::Add(y, load(d, bias + i, left)) : y;
    store(y, d, out + i, left);
  }
}

void norm_row(
    Array from, size_t n, Array weight, Array bias, double eps, Array out, float* mean, float* rstd) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    norm_elements(x, n, elements_of(weight, x), elements_of(bias, x), eps, elements_of(out, x), mean, rstd);
  });
}

// Σ term(i) for i < n, in groups of four that are added pairwise; add(i, sum) is term(i) + sum.
template <class D, class Term, class Add>
HWY_INLINE hn::Vec<D> sum_by_fours(D d, size_t n, const Term& term, const Add& add) {
  auto sum = hn::Zero(d);
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    sum = hn::Add(sum, hn::Add(add(i + 1, term(i)), add(i + 3, term(i + 2))));
  }
  for (; i < n; ++i) {
    sum = add(i, sum);
  }
  return sum;
}

// Normalizes adjacent rows of n elements; the elements of a row are `stride` apart. Each product that is
// added is a MulAdd: GCC fuses others in the code for whole vectors and not in that for parts, so that the
// result of a row would depend on the rows that a thread computes.
void norm_columns(
    float* x,
    size_t n,
    size_t stride,
    size_t columns,
    const float* weight,
    const float* bias,
    double eps,
    float* mean,
    float* rstd) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto count = hn::Set(d, static_cast<float>(n)), least = hn::Set(d, static_cast<float>(eps));
  for (size_t j = 0; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    float* const first = x + j;
    const auto element = [&](size_t i) HWY_ATTR { return load_part(d, first + i * stride, left); };
    const auto add = [&](size_t i, auto sum) HWY_ATTR { return hn::Add(element(i), sum); };
    const auto center = hn::Div(sum_by_fours(d, n, element, add), count);
    const auto distance = [&](size_t i) HWY_ATTR { return hn::Sub(element(i), center); };
    const auto square = [&](size_t i) HWY_ATTR { return hn::Mul(distance(i), distance(i)); };
    const auto add_square = [&](size_t i, auto sum)
                                HWY_ATTR { return hn::MulAdd(distance(i), distance(i), sum); };
    const auto squares = sum_by_fours(d, n, square, add_square);
    const auto scale = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(hn::Add(hn::Div(squares, count), least)));
    store_part(center, d, mean + j, left);
    store_part(scale, d, rstd + j, left);
    for (size_t i = 0; i < n; ++i) {
      const auto factor = hn::Set(d, weight ? weight[i] : 1.0f), shift = hn::Set(d, bias ? bias[i] : 0.0f);
      store_part(hn::MulAdd(hn::Mul(distance(i), scale), factor, shift), d, first + i * stride, left);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(norm_row);
HWY_EXPORT(norm_columns);

void layer_norm(
    size_t rows,
    size_t n,
    Array from,
    Array weight,
    Array bias,
    double eps,
    Array out,
    Array mean,
    Array rstd) {
  const RowShape shape{rows, n, 1};
  if (are_short(shape, from)) {
    return parallel_short_rows(
        shape, 4, from.floats(), [&](float* x, size_t stride, size_t first, size_t count) {
          HWY_DYNAMIC_DISPATCH(norm_columns)
          (x, n, stride, count, weight.floats(), bias.floats(), eps, mean.floats() + first,
           rstd.floats() + first);
          to_rows(x, stride, n, count, out.floats() + first * n);
        });
  }
  const auto norm = HWY_DYNAMIC_POINTER(norm_row);
  parallel(rows, 4 * n, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      float m, r;
      norm(from + i * n, n, weight, bias, eps, out + i * n, &m, &r);
      (mean + i).set(m);
      (rstd + i).set(r);
    }
  });
}

}  // namespace etk::vec

#endif  // HWY_ONCE
