#include "vec/norm/norm.h"

#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/norm/channels.h"

#include <algorithm>
#include <cmath>

namespace etk::vec {
namespace {

// Two views (batch, channels, …) of one dtype: each channel is a contiguous plane, or the views are
// channels-last.
struct Channels {
  Array from, out;
  size_t batch, count, places = 1;
  bool are_planes, are_last;

  Channels(const View& x, const View& to) : from(array_of(x)), out(array_of(to)) {
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

  // Whether channels are normalized one after the other. Channels with a single element are normalized
  // together, like those of channels-last views.
  bool are_rows() const {
    return are_planes && (places > 1 || !are_last);
  }
};

double rstd_of(double variance, double eps) {
  return 1 / std::sqrt(variance + eps);
}

// The difference between the mean and the nearest float, the center, is included in the shift.
Affine affine_of(const ChannelNorm& norm, size_t channel, double mean, double rstd) {
  const auto center = static_cast<float>(mean);
  const auto exact_center = static_cast<double>(center);
  const double scale = norm.weight ? static_cast<double>((norm.weight + channel).get()) * rstd : rstd;
  const double shift = norm.bias ? static_cast<double>((norm.bias + channel).get()) : 0;
  const double beside = mean == exact_center ? 0 : mean - exact_center;  // no difference for infinity
  return {center, static_cast<float>(scale), static_cast<float>(shift - beside * scale)};
}

// The moments of elements, from their sums around a number near the mean, so that there is no cancellation
// for large means. `share` is the reciprocal of the number of elements.
Moments moments_of(const Distances& distances, float center, double share) {
  const double beside = distances.sum * share, mean = static_cast<double>(center);
  return {
      std::isfinite(mean) ? mean + beside : mean, std::max(distances.squares - distances.sum * beside, 0.0)};
}

// The moments of `runs` runs of n elements, `stride` apart.
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

// As few channels together as a cache line holds, if each thread has some only then.
size_t channels_side_by_side(size_t count) {
  return count < kSideBySide * thread_count() ? kSideBySide / 4 : kSideBySide;
}

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
      scales[g] = rstd_of(moments.squares * share, norm.eps);
      (mean + g).set(static_cast<float>(means[g]));
      (rstd + g).set(static_cast<float>(scales[g]));
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
    const double scale = rstd_of(moments.squares * share, norm.eps);
    (mean + c).set(static_cast<float>(moments.mean));
    (rstd + c).set(static_cast<float>(scale));
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
  const size_t channels = all.count / groups, n = channels * all.places;
  if (!all.are_planes) {
    const size_t most = std::max(channels_side_by_side(all.count) / channels, size_t{1});
    const size_t blocks = (groups + most - 1) / most, image = all.count * all.places;
    parallel(all.batch * blocks, 3 * most * n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const size_t batch = i / blocks, first = i % blocks * most, at = batch * image;
        const ChannelGroups some{all,      first,         std::min(most, groups - first),
                                 channels, all.from + at, all.out + at};
        some.normalize(norm, mean + (batch * groups + first), rstd + (batch * groups + first));
      }
    });
    return true;
  }
  const double share = 1 / static_cast<double>(n);
  parallel(all.batch * groups, 3 * n, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Moments moments = moments_of_runs(all.from + i * n, 1, 0, n, share);
      const double scale = rstd_of(moments.squares * share, norm.eps);
      (mean + i).set(static_cast<float>(moments.mean));
      (rstd + i).set(static_cast<float>(scale));
      for (size_t c = 0; c < channels; ++c) {
        const size_t at = i * n + c * all.places;
        normalize_row(
            affine_of(norm, i % groups * channels + c, moments.mean, scale), all.from + at, all.places,
            all.out + at);
      }
    }
  });
  return true;
}

}  // namespace etk::vec
