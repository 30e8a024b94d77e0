#include "vec/base/parallel.h"
#include "vec/norm/channel_moments.h"

#include <algorithm>

namespace etk::vec {
namespace {

// Groups of channels of one element of the batch in a channels-last view: the first of them, and how many.
struct ChannelGroups {
  const Channels& all;
  size_t first, count;
  size_t channels;  // of each group
  Array from, out;  // of the element of the batch

  // Calls f(channel, columns) for some interleaved channels at a time.
  template <typename F>
  void for_columns(const F& f) const {
    const size_t end = (first + count) * channels;
    for (size_t channel = first * channels, columns; channel < end; channel += columns) {
      columns = std::min(kSideBySide, end - channel);
      f(channel, columns);
    }
  }
  size_t group_of(size_t channel) const {
    return channel / channels - first;
  }

  // totals[g] = the sums of group g around its center.
  void find_distances(const float* centers, Distances* totals) const {
    std::fill_n(totals, count, Distances());
    for_columns([&](size_t channel, size_t columns) {
      Distances distances[kSideBySide];
      float own[kSideBySide];
      for (size_t j = 0; j < columns; ++j) {
        own[j] = centers[group_of(channel + j)];
      }
      find_distances_of_columns(from + channel, all.places, all.count, columns, own, distances);
      for (size_t j = 0; j < columns; ++j) {
        totals[group_of(channel + j)] += distances[j];
      }
    });
  }

  // Normalizes the groups, and stores their statistics.
  void normalize(const ChannelNorm& norm, Array mean, Array rstd) const {
    const double share = 1 / static_cast<double>(channels * all.places);
    Distances totals[kSideBySide];
    float centers[kSideBySide] = {};
    find_distances(centers, totals);
    for (size_t g = 0; g < count; ++g) {
      centers[g] = static_cast<float>(totals[g].sum * share);
    }
    find_distances(centers, totals);
    double means[kSideBySide], scales[kSideBySide];
    for (size_t g = 0; g < count; ++g) {
      const Moments moments = moments_of(totals[g], centers[g], share);
      means[g] = moments.mean;
      scales[g] = store_statistics(moments, share, norm.eps, mean + g, rstd + g);
    }
    for_columns([&](size_t channel, size_t columns) {
      AffineColumns affine;
      for (size_t j = 0; j < columns; ++j) {
        const size_t g = group_of(channel + j);
        affine.set(j, affine_of(norm, channel + j, means[g], scales[g]));
      }
      normalize_columns(affine, from + channel, all.places, all.count, columns, out + channel);
    });
  }
};

// Normalizes groups of channels that are contiguous planes.
void normalize_planes(
    const ChannelNorm& norm, size_t groups, const Channels& all, const Array& mean, const Array& rstd) {
  const size_t channels = all.count / groups, n = channels * all.places;
  const double share = 1 / static_cast<double>(n);
  parallel(all.batch * groups, 3 * n, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Moments moments = moments_of_runs(all.from + i * n, 1, 0, n, share);
      const double scale = store_statistics(moments, share, norm.eps, mean + i, rstd + i);
      for (size_t c = 0; c < channels; ++c) {
        const size_t at = i * n + c * all.places;
        normalize_row(
            affine_of(norm, i % groups * channels + c, moments.mean, scale), all.from + at, all.places,
            all.out + at);
      }
    }
  });
}

// Normalizes groups of interleaved channels.
void normalize_last(
    const ChannelNorm& norm, size_t groups, const Channels& all, const Array& mean, const Array& rstd) {
  const size_t channels = all.count / groups, image = all.count * all.places;
  const size_t most = std::max(channels_side_by_side(all.count) / channels, size_t{1});
  const size_t blocks = (groups + most - 1) / most;
  parallel(all.batch * blocks, 3 * most * channels * all.places, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t first = i % blocks * most, at = i / blocks * image, to = i / blocks * groups + first;
      const ChannelGroups some{all,      first,         std::min(most, groups - first),
                               channels, all.from + at, all.out + at};
      some.normalize(norm, mean + to, rstd + to);
    }
  });
}

}  // namespace

bool group_norm(
    const ChannelNorm& norm,
    size_t groups,
    const View& from,
    const View& out,
    const Array& mean,
    const Array& rstd) {
  const Channels all(from, out);
  if ((!all.are_planes && !all.are_last) || from.numel() == 0) {
    return false;
  }
  const auto normalize = all.are_planes ? normalize_planes : normalize_last;
  normalize(norm, groups, all, mean, rstd);
  return true;
}

}  // namespace etk::vec
