#include "vec/base/parallel.h"
#include "vec/norm/channel_moments.h"

#include <algorithm>

namespace etk::vec {
namespace {

// The moments of interleaved channels, from `first` on.
void find_moments(const Channels& all, size_t first, size_t columns, double share, Moments* moments) {
  const size_t rows = all.batch * all.places;
  Distances distances[kSideBySide];
  float centers[kSideBySide] = {};
  find_distances_of_columns(all.from + first, rows, all.count, columns, centers, distances);
  for (size_t j = 0; j < columns; ++j) {
    centers[j] = static_cast<float>(distances[j].sum * share);
  }
  find_distances_of_columns(all.from + first, rows, all.count, columns, centers, distances);
  for (size_t j = 0; j < columns; ++j) {
    moments[j] = moments_of(distances[j], centers[j], share);
  }
}

}  // namespace

bool batch_norm(
    const ChannelNorm& norm, const Array& mean, const Array& variance, const View& from, const View& out) {
  const Channels all(from, out);
  const auto affine = [&](size_t c) {
    return affine_of(
        norm, c, static_cast<double>((mean + c).get()),
        rstd_of(static_cast<double>((variance + c).get()), norm.eps));
  };
  if (all.are_rows()) {
    parallel(all.batch * all.count, all.places, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        normalize_row(affine(i % all.count), all.from + i * all.places, all.places, all.out + i * all.places);
      }
    });
    return true;
  }
  if (!all.are_last) {
    return false;
  }
  parallel(all.batch * all.places, all.count, [&](size_t begin, size_t end) {
    AffineColumns columns;
    for (size_t first = 0, count; first < all.count; first += count) {
      count = std::min(kSideBySide, all.count - first);
      for (size_t j = 0; j < count; ++j) {
        columns.set(j, affine(first + j));
      }
      const size_t at = begin * all.count + first;
      normalize_columns(columns, all.from + at, end - begin, all.count, count, all.out + at);
    }
  });
  return true;
}

bool batch_norm(
    const ChannelNorm& norm,
    const View& from,
    const View& out,
    const Array& mean,
    const Array& rstd,
    KeepMoments keep) {
  const Channels all(from, out);
  const size_t image = all.count * all.places, rows = all.batch * all.places;
  const double share = 1 / static_cast<double>(rows);
  const auto affine = [&](size_t c, const Moments& moments) {
    const double scale = store_statistics(moments, share, norm.eps, mean + c, rstd + c);
    if (keep) {
      keep(c, moments);
    }
    return affine_of(norm, c, moments.mean, scale);
  };
  if (all.are_rows()) {
    parallel(all.count, 3 * rows, [&](size_t begin, size_t end) {
      for (size_t c = begin; c < end; ++c) {
        const size_t at = c * all.places;
        const Affine to = affine(c, moments_of_runs(all.from + at, all.batch, image, all.places, share));
        for (size_t i = 0; i < all.batch; ++i) {
          normalize_row(to, all.from + (i * image + at), all.places, all.out + (i * image + at));
        }
      }
    });
    return true;
  }
  if (!all.are_last) {
    return false;
  }
  const size_t most = channels_side_by_side(all.count);
  parallel((all.count + most - 1) / most, 3 * most * rows, [&](size_t begin, size_t end) {
    AffineColumns columns;
    Moments moments[kSideBySide];
    for (size_t first = begin * most; first < std::min(all.count, end * most); first += most) {
      const size_t count = std::min(most, all.count - first);
      find_moments(all, first, count, share, moments);
      for (size_t j = 0; j < count; ++j) {
        columns.set(j, affine(first + j, moments[j]));
      }
      normalize_columns(columns, all.from + first, rows, all.count, count, all.out + first);
    }
  });
  return true;
}

}  // namespace etk::vec
