#include "vec/norm/channel_moments.h"

#include "vec/base/layout.h"
#include "vec/base/parallel.h"

#include <algorithm>
#include <cmath>

namespace etk::vec {

Channels::Channels(const View& x, const View& to) : from(array_of(x)), out(array_of(to)) {
  are_planes = are_last = is_single(x.dtype) && to.dtype == x.dtype && x.rank >= 2;
  if (!are_planes) {
    return;
  }
  batch = static_cast<size_t>(x.sizes[0]);
  count = static_cast<size_t>(x.sizes[1]);
  for (size_t d = 2; d < x.rank; ++d) {
    places *= static_cast<size_t>(x.sizes[d]);
  }
  const auto image = static_cast<ptrdiff_t>(count * places * x.element_size);
  are_planes = is_array(x, 0) && is_array(to, 0);
  are_last = is_channels_last(x) && is_channels_last(to) &&
             (batch == 1 || (x.strides[0] == image && to.strides[0] == image));
}

size_t channels_side_by_side(size_t count) {
  return count < kSideBySide * thread_count() ? kSideBySide / 4 : kSideBySide;
}

double rstd_of(double variance, double eps) {
  return 1 / std::sqrt(variance + eps);
}

double store_statistics(const Moments& moments, double share, double eps, Array mean, Array rstd) {
  const double result = rstd_of(moments.squares * share, eps);
  mean.set(static_cast<float>(moments.mean));
  rstd.set(static_cast<float>(result));
  return result;
}

Affine affine_of(const ChannelNorm& norm, size_t channel, double mean, double rstd) {
  const auto center = static_cast<float>(mean);
  const auto exact_center = static_cast<double>(center);
  const double scale = norm.weight ? static_cast<double>((norm.weight + channel).get()) * rstd : rstd;
  const double shift = norm.bias ? static_cast<double>((norm.bias + channel).get()) : 0;
  const double beside = mean == exact_center ? 0 : mean - exact_center;  // no difference for infinity
  return {center, static_cast<float>(scale), static_cast<float>(shift - beside * scale)};
}

Moments moments_of(const Distances& distances, float center, double share) {
  const double beside = distances.sum * share, mean = static_cast<double>(center);
  return {
      std::isfinite(mean) ? mean + beside : mean, std::max(distances.squares - distances.sum * beside, 0.0)};
}

Moments moments_of_runs(const Array& from, size_t runs, size_t stride, size_t n, double share) {
  const auto distances_of = [&](const float* center) {
    Distances total;
    for (size_t i = 0; i < runs; ++i) {
      total += distances_of_row(from + i * stride, n, center);
    }
    return total;
  };
  const auto center = static_cast<float>(distances_of(nullptr).sum * share);
  return moments_of(distances_of(&center), center, share);
}

}  // namespace etk::vec
