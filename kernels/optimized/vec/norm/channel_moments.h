// What batch norm and group norm share: the layouts that they support, and the statistics of channels.
#pragma once

#include "vec/norm/channels.h"
#include "vec/norm/norm.h"

namespace etk::vec {

/// Two views (batch, channels, …) of one dtype: each channel is a contiguous plane, or the views are
/// channels-last.
struct Channels {
  Array from, out;
  size_t batch = 0, count = 0, places = 1;
  bool are_planes = false, are_last = false;

  Channels(const View& x, const View& to);

  /// Whether channels are normalized one after the other. Channels with a single element are normalized
  /// together, like those of channels-last views.
  bool are_rows() const {
    return are_planes && (places > 1 || !are_last);
  }
};

/// The number of interleaved channels to compute together: as few as a cache line holds, if each thread has
/// some only then.
size_t channels_side_by_side(size_t count);

double rstd_of(double variance, double eps);

/// Stores a mean and the reciprocal of the standard deviation, which it returns in double precision. `share`
/// is the reciprocal of the number of elements.
double store_statistics(const Moments& moments, double share, double eps, Array mean, Array rstd);

/// The normalization of a channel. The difference between the mean and the nearest float, the center, is
/// included in the shift.
Affine affine_of(const ChannelNorm& norm, size_t channel, double mean, double rstd);

/// The moments of elements, from their sums around a number near the mean, so that there is no cancellation
/// for large means. `share` is the reciprocal of the number of elements.
Moments moments_of(const Distances& distances, float center, double share);

/// The moments of `runs` runs of n elements, `stride` apart.
Moments moments_of_runs(const Array& from, size_t runs, size_t stride, size_t n, double share);

}  // namespace etk::vec
