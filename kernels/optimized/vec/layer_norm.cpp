#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/layer_norm.cpp"
#include "vec/each_target.h"

#include "vec/parallel.h"
#include "vec/rows-inl.h"
#include "vec/rows.h"

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

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(norm_row);

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
  parallel(rows, 4 * n, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      float m, r;
      HWY_DYNAMIC_DISPATCH(norm_row)(from + i * n, n, weight, bias, eps, out + i * n, &m, &r);
      (mean + i).set(m);
      (rstd + i).set(r);
    }
  });
}

}  // namespace etk::vec

#endif  // HWY_ONCE
