#include "vec/norm.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/norm.cpp"
#include "vec/each_target.h"

#include "vec/rows-inl.h"

#include <cmath>

#ifndef ETK_VEC_NORM_TYPES
#define ETK_VEC_NORM_TYPES

namespace etk::vec {

struct Affine {
  float center, scale, shift;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// A channel whose elements lie one behind the other.
template <class T>
HWY_INLINE void affine_elements(const Affine& affine, const T* x, size_t n, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto center = hn::Set(d, affine.center), scale = hn::Set(d, affine.scale),
             shift = hn::Set(d, affine.shift);
  const auto normalized = [&](auto v) HWY_ATTR { return hn::MulAdd(hn::Sub(v, center), scale, shift); };
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const auto first = normalized(load(d, x + i)), second = normalized(load(d, x + i + lanes));
    store(first, d, out + i);
    store(second, d, out + i + lanes);
  }
  for (; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    store(normalized(load(d, x + i, left)), d, out + i, left);
  }
}

void affine_row(const Affine& affine, Array from, size_t n, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR { affine_elements(affine, x, n, elements_of(out, x)); });
}

// A channel in each column of `rows` rows that are `stride` apart.
template <class T>
HWY_INLINE void affine_rows(
    const float* center,
    const float* scale,
    const float* shift,
    const T* x,
    size_t rows,
    size_t stride,
    size_t columns,
    T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < rows; ++i, x += stride, out += stride) {
    for (size_t j = 0; j < columns; j += lanes) {
      const size_t left = HWY_MIN(lanes, columns - j);
      const auto distance = hn::Sub(load(d, x + j, left), load_part(d, center + j, left));
      const auto y = hn::MulAdd(distance, load_part(d, scale + j, left), load_part(d, shift + j, left));
      store(y, d, out + j, left);
    }
  }
}

void affine_columns(
    const float* center,
    const float* scale,
    const float* shift,
    Array from,
    size_t rows,
    size_t stride,
    size_t columns,
    Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    affine_rows(center, scale, shift, x, rows, stride, columns, elements_of(out, x));
  });
}

// The mean, and Σ (x - mean)² / n.
template <class T>
HWY_INLINE void moments_of(const T* x, size_t n, double* mean, double* variance) {
  const auto count = static_cast<double>(n);
  *mean = sum_of(x, n, Itself()) / count;
  const auto center = hn::Set(hn::ScalableTag<float>(), static_cast<float>(*mean));
  *variance = sum_of(
                  x, n,
                  [&](auto, auto v) HWY_ATTR {
                    const auto distance = hn::Sub(v, center);
                    return hn::Mul(distance, distance);
                  }) /
              count;
}

void moments_of_row(Array from, size_t n, double* mean, double* variance) {
  with_elements(from, [&](const auto* x) HWY_ATTR { moments_of(x, n, mean, variance); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/layout.h"
#include "vec/parallel.h"

namespace etk::vec {

HWY_EXPORT(affine_row);
HWY_EXPORT(affine_columns);
HWY_EXPORT(moments_of_row);

namespace {

bool are_fit(const View& from, const View& out) {
  return is_single(from.dtype) && out.dtype == from.dtype && from.rank >= 2;
}

// The elements of a channel of one element of the batch.
size_t places_of(const View& view) {
  size_t places = 1;
  for (size_t d = 2; d < view.rank; ++d) {
    places *= static_cast<size_t>(view.sizes[d]);
  }
  return places;
}

Affine affine_of(const ChannelNorm& norm, size_t channel, double mean, double variance) {
  const double rstd = 1 / std::sqrt(variance + norm.eps);
  return {
      static_cast<float>(mean), static_cast<float>(norm.weight ? (norm.weight + channel).get() * rstd : rstd),
      norm.bias ? (norm.bias + channel).get() : 0};
}

Array array_of(const View& view) {
  return {view.data, view.dtype};
}

}  // namespace

bool batch_norm(
    const ChannelNorm& norm, const Array& mean, const Array& variance, const View& from, const View& out) {
  if (!are_fit(from, out)) {
    return false;
  }
  const auto batch = static_cast<size_t>(from.sizes[0]), channels = static_cast<size_t>(from.sizes[1]);
  const size_t places = places_of(from);
  if (is_array(from, 0) && is_array(out, 0) && places > 1) {
    parallel(batch * channels, places, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const size_t c = i % channels;
        const Affine affine = affine_of(norm, c, (mean + c).get(), (variance + c).get());
        HWY_DYNAMIC_DISPATCH(affine_row)
        (affine, array_of(from) + i * places, places, array_of(out) + i * places);
      }
    });
    return true;
  }
  const auto image = static_cast<ptrdiff_t>(channels * places * from.element_size);
  if (!is_channels_last(from) || !is_channels_last(out) ||
      (batch > 1 && (from.strides[0] != image || out.strides[0] != image))) {
    return false;
  }
  parallel(batch * places, channels, [&](size_t begin, size_t end) {
    constexpr size_t kColumns = 64;
    float center[kColumns], scale[kColumns], shift[kColumns];
    for (size_t first = 0; first < channels; first += kColumns) {
      const size_t columns = channels - first < kColumns ? channels - first : kColumns;
      for (size_t j = 0; j < columns; ++j) {
        const Affine affine =
            affine_of(norm, first + j, (mean + (first + j)).get(), (variance + (first + j)).get());
        center[j] = affine.center;
        scale[j] = affine.scale;
        shift[j] = affine.shift;
      }
      const size_t at = begin * channels + first;
      HWY_DYNAMIC_DISPATCH(affine_columns)
      (center, scale, shift, array_of(from) + at, end - begin, channels, columns, array_of(out) + at);
    }
  });
  return true;
}

bool group_norm(
    const ChannelNorm& norm,
    size_t groups,
    const View& from,
    const View& out,
    const Array& mean,
    const Array& rstd) {
  if (!are_fit(from, out) || !is_array(from, 0) || !is_array(out, 0) || from.numel() == 0) {
    return false;
  }
  const size_t places = places_of(from), channels = static_cast<size_t>(from.sizes[1]) / groups;
  const size_t n = channels * places;
  parallel(static_cast<size_t>(from.sizes[0]) * groups, 3 * n, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      double m, variance;
      HWY_DYNAMIC_DISPATCH(moments_of_row)(array_of(from) + i * n, n, &m, &variance);
      (mean + i).set(static_cast<float>(m));
      (rstd + i).set(static_cast<float>(1 / std::sqrt(variance + norm.eps)));
      for (size_t c = 0; c < channels; ++c) {
        const Affine affine = affine_of(norm, i % groups * channels + c, m, variance);
        const size_t at = i * n + c * places;
        HWY_DYNAMIC_DISPATCH(affine_row)(affine, array_of(from) + at, places, array_of(out) + at);
      }
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
