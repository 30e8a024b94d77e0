#include "vec/pool/pool.h"

#include "vec/pool/adaptive_max.h"
#include "vec/pool/adaptive_mean.h"
#include "vec/pool/pool_channels.h"
#include "vec/pool/pool_planes.h"
#include "vec/reduce/rows.h"

#include <cstdint>

namespace etk::vec {
namespace {

bool are_fit(const Tensor& self, const Tensor& out) {
  return is_single(self.scalar_type()) && out.scalar_type() == self.scalar_type();
}

// Resizes the outs for the maxima and their indices, which must have the same layout.
bool resize_outs(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices) {
  const Shape& shape = pool.shape();
  bool fit = are_fit(self, out) && indices.scalar_type() == ScalarType::Long && resize(out, shape) &&
             resize(indices, shape);
  for (ssize_t d = 0; fit && d < out.dim(); ++d) {
    fit = out.strides()[d] == indices.strides()[d];
  }
  return fit;
}

// Whether planes or channels are contiguous, and small enough for indices in vectors.
bool has_places(const PoolCall& call) {
  const int64_t plane = call.input(kY) * call.input(kX);
  return call.to.numel() > 0 && call.from.numel() > 0 && plane <= INT32_MAX / call.input(kZ) &&
         (call.is_planes() || call.is_last());
}

// Whether vectors support the sliding windows: each window contains elements of the plane.
bool is_fit(const PoolCall& call) {
  bool fit = has_places(call) && call.window.reach(kX) <= kMostReach;
  for (const size_t d : {kZ, kY, kX}) {
    for (int64_t at = 0; at < call.output(d); ++at) {
      fit = fit && call.span(d, at).count > 0;
    }
  }
  return fit;
}

// Whether each plane has one window that covers all of it, and both tensors have no gaps.
bool is_whole(const PoolCall& call) {
  const View &from = call.from, &to = call.to;
  int64_t plane = 1;
  bool whole = is_array(to, 0);
  for (const size_t d : {kZ, kY, kX}) {
    whole = whole && call.output(d) == 1 && call.span(d, 0).count == call.input(d);
    plane *= call.input(d);
  }
  const auto size = static_cast<ptrdiff_t>(from.element_size);
  const ptrdiff_t image = size * from.numel() / from.sizes[0];
  return whole && (from.sizes[0] == 1 || from.strides[0] == image) &&
         (call.is_last() || from.sizes[1] == 1 || from.strides[1] == size * plane);
}

// The means of whole planes are computed as reductions.
void run_whole(const PoolCall& call) {
  const auto batch = static_cast<size_t>(call.from.sizes[0]);
  const auto channels = static_cast<size_t>(call.from.sizes[1]);
  RowShape rows;
  rows.n = call.from.numel() / (batch * channels);
  rows.outer = call.is_last() ? batch : batch * channels;
  rows.inner = call.is_last() ? channels : 1;
  const double divisor = static_cast<double>(call.mean->divisor_at({0, 0, 0}));
  const Array from = PoolCall::array_at(call.from, 0, 0), to = PoolCall::array_at(call.to, 0, 0);
  reduce(Reduction::kSum, rows, from, 1 / divisor, to);
}

bool run(const PoolCall& call) {
  if (!is_fit(call)) {
    return false;
  }
  if (call.mean && is_whole(call)) {
    run_whole(call);
  } else if (call.is_planes()) {
    pool_planes(call);
  } else {
    pool_channels(call);
  }
  return true;
}

// Computes an adaptive pool with many small windows of one size as a pool with sliding windows; false if it
// has others, or they are not supported.
bool slide(const PoolCall& call, const Tensor& self, Tensor& out) {
  constexpr int64_t kSmall = 16, kMany = 7;
  const size_t spatial = call.window.rank - call.missing;
  int64_t kernel[Window::kMaxSpatial], size = 1;
  bool fit = call.output(kX) >= kMany;
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t windows = call.output(call.missing + d), all = call.input(call.missing + d);
    fit = fit && all % windows == 0;
    kernel[d] = all / windows;
    size *= kernel[d];
  }
  const int64_t padding = 0;
  Pool pool(self, spatial);
  return fit && size <= kSmall &&
         pool.slide(
             ArrayRef<int64_t>(kernel, spatial), {}, ArrayRef<int64_t>(&padding, 1), /*ceil_mode=*/false) &&
         mean_pool(PoolMean{pool}, self, out);
}

}  // namespace

bool max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices) {
  return resize_outs(pool, self, out, indices) &&
         run({pool, nullptr, self, out, indices.mutable_data_ptr<int64_t>()});
}

bool adaptive_max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices) {
  if (!resize_outs(pool, self, out, indices)) {
    return false;
  }
  const PoolCall call(pool, nullptr, self, out, indices.mutable_data_ptr<int64_t>());
  if (!has_places(call)) {
    return false;
  }
  if (!call.is_planes()) {
    pool_channels(call);
    return true;
  }
  return adaptive_max(call);
}

bool adaptive_mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out) {
  if (!are_fit(self, out) || !resize(out, mean.pool.shape()) || out.numel() == 0 || self.numel() == 0) {
    return false;
  }
  const PoolCall call(mean.pool, &mean, self, out, nullptr);
  return slide(call, self, out) || adaptive_mean(call);
}

bool mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out) {
  return are_fit(self, out) && resize(out, mean.pool.shape()) && run({mean.pool, &mean, self, out, nullptr});
}

}  // namespace etk::vec
