// A pool of a plane takes, for each line of the out, first the columns under its windows, from row to row,
// and then the windows of what that gives. So vectors read lines of the plane as they are, and none of them
// knows of the plane's edges: the line between the two steps has the padding at its ends.

#include "vec/pool.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/pool.cpp"
#include "vec/each_target.h"

#include "vec/pool-inl.h"

#if HWY_ONCE

#include "vec/layout.h"
#include "vec/parallel.h"
#include "vec/rows.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstdint>
#include <limits>

namespace etk::vec {

HWY_EXPORT(max_columns_of_window);
HWY_EXPORT(sum_columns_of_window);
HWY_EXPORT(max_line);
HWY_EXPORT(mean_line);
HWY_EXPORT(max_channels);
HWY_EXPORT(mean_channels);

namespace {

// Columns of a line, and how far vectors go behind those that they need.
constexpr size_t kLine = 512, kSlack = 128;

struct Line {
  float values[kLine + kSlack];
  int32_t indices[kLine + kSlack];
  float divisors[kLine];
};

using executorch::ET_RUNTIME_NAMESPACE::resize_tensor;

bool are_floats(const Tensor& self, const Tensor& out) {
  return self.scalar_type() == ScalarType::Float && out.scalar_type() == ScalarType::Float;
}

// (batch, channels, height, width), whatever the batch.
View image_of(const Tensor& tensor) {
  View view(tensor);
  if (view.rank == 3) {
    view.prepend(1);
  }
  return view;
}

// One call.
class PoolRun {
 public:
  PoolRun(const Pool& pool, const PoolMean* mean, const Tensor& self, const Tensor& out)
      : pool_(pool), window_(pool.window()), mean_(mean), from_(image_of(self)), to_(image_of(out)) {}

  // Whether vectors can take it: arrays of planes or channels, and windows with elements of the plane.
  bool is_fit() const {
    bool fit = to_.numel() > 0 && window_.reach(1) <= static_cast<int64_t>(kLine) / 2 &&
               window_.input[0] * window_.input[1] <= INT32_MAX && (is_planes() || is_last());
    for (size_t d = 0; d < 2; ++d) {
      for (int64_t at = 0; at < to_.sizes[d + 2]; ++at) {
        fit = fit && window_.span(d, at).count > 0;
      }
    }
    return fit;
  }

  // Whether the one window of each plane is all of it, and both tensors have no gaps.
  bool is_whole() const {
    bool whole = is_array(to_, 0);
    for (size_t d = 0; d < 2; ++d) {
      whole = whole && to_.sizes[d + 2] == 1 && window_.span(d, 0).count == from_.sizes[d + 2];
    }
    const auto image = static_cast<ptrdiff_t>(from_.numel() / from_.sizes[0]);
    return whole && (from_.sizes[0] == 1 || stride_of(from_, 0) == image) &&
           (is_last() || from_.sizes[1] == 1 || stride_of(from_, 1) == window_.input[0] * window_.input[1]);
  }

  // The means of whole planes are reductions.
  void run_whole() const {
    const auto batch = static_cast<size_t>(from_.sizes[0]), channels = static_cast<size_t>(from_.sizes[1]);
    RowShape rows;
    rows.n = static_cast<size_t>(window_.input[0] * window_.input[1]);
    rows.outer = is_last() ? batch : batch * channels;
    rows.inner = is_last() ? channels : 1;
    const double divisor = static_cast<double>(mean_->divisor_at({0, 0, 0}));
    reduce(Reduction::kSum, rows, floats_of(from_), 1 / divisor, floats_at(to_, 0, 0));
  }

  void run(int64_t* indices) const {
    const auto batch = static_cast<size_t>(to_.sizes[0]), channels = static_cast<size_t>(to_.sizes[1]);
    const auto height = static_cast<size_t>(to_.sizes[2]), width = static_cast<size_t>(to_.sizes[3]);
    const auto taps = static_cast<size_t>(window_.kernel_size());
    if (is_planes()) {
      parallel(batch * channels, height * width * taps / 2, [&](size_t begin, size_t end) {
        Line line;
        for (size_t i = begin; i < end; ++i) {
          run_plane(line, i / channels, i % channels, indices);
        }
      });
    } else {
      parallel(batch * height, width * channels * taps / 4, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
          run_channels(i / height, static_cast<int64_t>(i % height), indices);
        }
      });
    }
  }

 private:
  bool is_planes() const {
    return is_array(from_, 2) && is_array(to_, 2);
  }
  bool is_last() const {
    return is_channels_last(from_) && is_channels_last(to_);
  }

  static float* floats_at(const View& view, size_t batch, size_t channel) {
    return const_cast<float*>(floats_of(view)) + static_cast<ptrdiff_t>(batch) * stride_of(view, 0) +
           static_cast<ptrdiff_t>(channel) * stride_of(view, 1);
  }
  int64_t* indices_at(int64_t* indices, const float* out) const {
    return indices + (out - floats_of(to_));
  }

  void run_plane(Line& line, size_t batch, size_t channel, int64_t* indices) const {
    const auto width = static_cast<size_t>(to_.sizes[3]);
    const auto most =
        (kLine - static_cast<size_t>(window_.reach(1))) / static_cast<size_t>(window_.stride[1]);
    const float* from = floats_at(from_, batch, channel);
    float* out = floats_at(to_, batch, channel);
    for (size_t x = 0; x < width; x += most + 1) {
      run_tile(line, from, x, width - x <= most ? width - x : most + 1, out, indices);
    }
  }

  // `count` places from x on, of each line of the out.
  void run_tile(Line& line, const float* plane, size_t x, size_t count, float* out, int64_t* indices) const {
    const int64_t width = window_.input[1], stride = window_.stride[1];
    const int64_t start = static_cast<int64_t>(x) * stride - window_.padding[1];  // the line's first column
    const int64_t length = static_cast<int64_t>(count - 1) * stride + window_.reach(1);
    const int64_t begin = start < 0 ? -start : 0, end = length < width - start ? length : width - start;
    for (int64_t i = 0; i < length; i = i + 1 == begin ? end : i + 1) {
      if (i < begin || i >= end) {
        line.values[i] = mean_ ? 0 : -std::numeric_limits<float>::infinity();
        line.indices[i] = INT32_MAX;
      }
    }
    for (size_t i = 0; mean_ && i < count; ++i) {
      line.divisors[i] = static_cast<float>(divisor(1, static_cast<int64_t>(x + i)));
    }
    PoolLine places{};
    places.values = line.values;
    places.indices = line.indices;
    places.kernel = static_cast<size_t>(window_.kernel[1]);
    places.stride = static_cast<size_t>(stride);
    places.dilation = static_cast<size_t>(window_.dilation[1]);
    places.divisors = line.divisors;
    places.count = count;
    for (int64_t y = 0; y < to_.sizes[2]; ++y) {
      const Span rows = window_.span(0, y);
      const int64_t first = rows.first * width + start + begin;
      const auto n = static_cast<size_t>(rows.count), step = static_cast<size_t>(rows.step * width);
      const auto columns = static_cast<size_t>(end - begin);
      places.out = out + y * to_.sizes[3] + static_cast<int64_t>(x);
      if (mean_) {
        places.rows = static_cast<float>(divisor(0, y));
        HWY_DYNAMIC_DISPATCH(sum_columns_of_window)(plane + first, n, step, columns, line.values + begin);
        HWY_DYNAMIC_DISPATCH(mean_line)(places);
      } else {
        places.where = indices_at(indices, places.out);
        HWY_DYNAMIC_DISPATCH(max_columns_of_window)
        (plane + first, n, step, columns, static_cast<int32_t>(first), line.values + begin,
         line.indices + begin);
        HWY_DYNAMIC_DISPATCH(max_line)(places);
      }
    }
  }

  // A line of the out, whose places have all channels.
  void run_channels(size_t batch, int64_t y, int64_t* indices) const {
    const int64_t width = window_.input[1], channels = to_.sizes[1];
    const Span rows = window_.span(0, y);
    PoolChannels place{};
    place.count = static_cast<size_t>(channels);
    place.rows = static_cast<size_t>(rows.count);
    place.row_step = static_cast<size_t>(rows.step * width);
    place.column_step = static_cast<size_t>(window_.dilation[1]);
    for (int64_t x = 0; x < to_.sizes[3]; ++x) {
      const Span columns = window_.span(1, x);
      const int64_t first = rows.first * width + columns.first;
      place.columns = static_cast<size_t>(columns.count);
      place.first = static_cast<int32_t>(first);
      place.from = floats_at(from_, batch, 0) + first * channels;
      place.out = floats_at(to_, batch, 0) + (y * to_.sizes[3] + x) * channels;
      if (mean_) {
        place.divisor = static_cast<float>(divisor(0, y) * divisor(1, x));
        HWY_DYNAMIC_DISPATCH(mean_channels)(place);
      } else {
        place.where = indices_at(indices, place.out);
        HWY_DYNAMIC_DISPATCH(max_channels)(place);
      }
    }
  }

  // What the divisor has of dimension d: their product is PoolMean::divisor_at.
  int64_t divisor(size_t d, int64_t at) const {
    return !mean_->divisor ? pool_.size(d, at, mean_->with_padding) : d == 0 ? *mean_->divisor : 1;
  }

  const Pool& pool_;
  const Window& window_;
  const PoolMean* mean_;  // null for the largest
  const View from_;
  const View to_;
};

}  // namespace

bool max_pool(const Pool& pool, const Tensor& self, Tensor& out, Tensor& indices) {
  const Shape& shape = pool.shape();
  if (!are_floats(self, out) || indices.scalar_type() != ScalarType::Long ||
      resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok ||
      resize_tensor(indices, {shape.sizes, shape.rank}) != Error::Ok) {
    return false;
  }
  for (ssize_t d = 0; d < out.dim(); ++d) {
    if (out.strides()[d] != indices.strides()[d]) {
      return false;
    }
  }
  const PoolRun run(pool, nullptr, self, out);
  if (!run.is_fit()) {
    return false;
  }
  run.run(indices.mutable_data_ptr<int64_t>());
  return true;
}

bool mean_pool(const PoolMean& mean, const Tensor& self, Tensor& out) {
  const Shape& shape = mean.pool.shape();
  if (!are_floats(self, out) || resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok) {
    return false;
  }
  const PoolRun run(mean.pool, &mean, self, out);
  if (!run.is_fit()) {
    return false;
  }
  run.is_whole() ? run.run_whole() : run.run(nullptr);
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
