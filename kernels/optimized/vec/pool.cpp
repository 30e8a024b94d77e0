#include "vec/pool.h"

#include "vec/pool_channels.h"
#include "vec/pool_planes.h"
#include "vec/rows.h"

#include <cstdint>

namespace etk::vec {
namespace {

bool are_fit(const Tensor& self, const Tensor& out) {
  return is_single(self.scalar_type()) && out.scalar_type() == self.scalar_type();
}

// (batch, channels, height, width), whatever the batch.
View image_of(const Tensor& tensor) {
  View view(tensor);
  if (view.rank == 3) {
    view.prepend(1);
  }
  return view;
}

// Whether vectors can take it: arrays of planes or channels, and windows with elements of the plane.
bool is_fit(const PoolCall& call) {
  const Window& window = call.window();
  bool fit = call.to.numel() > 0 && window.reach(1) <= kMostReach &&
             window.input[0] * window.input[1] <= INT32_MAX && (call.is_planes() || call.is_last());
  for (size_t d = 0; d < 2; ++d) {
    for (int64_t at = 0; at < call.to.sizes[d + 2]; ++at) {
      fit = fit && window.span(d, at).count > 0;
    }
  }
  return fit;
}

// Whether the one window of each plane is all of it, and both tensors have no gaps.
bool is_whole(const PoolCall& call) {
  const View &from = call.from, &to = call.to;
  const int64_t plane = call.window().input[0] * call.window().input[1];
  bool whole = is_array(to, 0);
  for (size_t d = 0; d < 2; ++d) {
    whole = whole && to.sizes[d + 2] == 1 && call.window().span(d, 0).count == from.sizes[d + 2];
  }
  const auto size = static_cast<ptrdiff_t>(from.element_size);
  const ptrdiff_t image = size * from.numel() / from.sizes[0];
  return whole && (from.sizes[0] == 1 || from.strides[0] == image) &&
         (call.is_last() || from.sizes[1] == 1 || from.strides[1] == size * plane);
}

// The means of whole planes are reductions.
void run_whole(const PoolCall& call) {
  const auto batch = static_cast<size_t>(call.from.sizes[0]);
  const auto channels = static_cast<size_t>(call.from.sizes[1]);
  RowShape rows;
  rows.n = static_cast<size_t>(call.window().input[0] * call.window().input[1]);
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

}  // namespace

bool max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices) {
  const Shape& shape = pool.shape();
  if (!are_fit(self, out) || indices.scalar_type() != ScalarType::Long || !resize(out, shape) ||
      !resize(indices, shape)) {
    return false;
  }
  for (ssize_t d = 0; d < out.dim(); ++d) {
    if (out.strides()[d] != indices.strides()[d]) {
      return false;
    }
  }
  return run({pool, nullptr, image_of(self), image_of(out), indices.mutable_data_ptr<int64_t>()});
}

bool mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out) {
  const Shape& shape = mean.pool.shape();
  if (!are_fit(self, out) || !resize(out, shape)) {
    return false;
  }
  return run({mean.pool, &mean, image_of(self), image_of(out), nullptr});
}

}  // namespace etk::vec
