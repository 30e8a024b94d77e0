// Cumulative maxima and minima with the index of their last occurrence: the shared implementation of cummax
// and cummin.
#pragma once

#include "etk/base/loop.h"
#include "etk/elementwise/map.h"

#include <tuple>

namespace etk {

/// The elements along a dimension, and the outs for their extremes and indices.
struct RunningLine {
  ScalarType dtype;
  int64_t count;
  const char* from;
  char *values, *indices;
  ptrdiff_t from_stride, value_stride, index_stride;
};

using RunningFunction = void (*)(const RunningLine& line);

/// The first NaN is kept, with the index of the last one.
template <typename C, bool kLargest>
void run_along(const RunningLine& line) {
  C extreme = 0;
  int64_t place = 0;
  for (int64_t i = 0; i < line.count; ++i) {
    C x;
    load(line.dtype, line.from + i * line.from_stride, 0, 1, &x);
    const bool is_beyond = kLargest ? x >= extreme : x <= extreme;
    if (i == 0 || x != x || (extreme == extreme && is_beyond)) {
      extreme = x;
      place = i;
    }
    store(line.dtype, &extreme, 1, line.values + i * line.value_stride, 0);
    store(ScalarType::Long, &place, 1, line.indices + i * line.index_stride, 0);
  }
}

/// Processes the lines of self along a dimension.
inline void run_lines(RunningFunction run, const Tensor& self, size_t d, Tensor& values, Tensor& indices) {
  View views[] = {View(values), View(indices), View(self)};
  RunningLine line{views[2].dtype, 1, nullptr, nullptr, nullptr, 0, 0, 0};
  if (views[2].rank > 0) {
    line.count = views[2].sizes[d];
    line.value_stride = views[0].strides[d];
    line.index_stride = views[1].strides[d];
    line.from_stride = views[2].strides[d];
    for (View& view : views) {
      view.remove(d);
    }
  }
  Loop loop(views[0]);
  for (const View& view : views) {
    loop.add(view);
  }
  loop.simplify();
  for (Cursor cursor(loop); line.count > 0 && cursor.left(); cursor.step(1)) {
    line.values = cursor.at(0);
    line.indices = cursor.at(1);
    line.from = cursor.at(2);
    run(line);
  }
}

template <const char* kOp, bool kLargest>
std::tuple<Tensor&, Tensor&> running_extreme(
    Context& ctx, const Tensor& self, int64_t dim, Tensor& values, Tensor& indices) {
  static constexpr auto instances =
      instantiate<kOp, kNumbers, RunningFunction>([](auto c) { return run_along<decltype(c), kLargest>; });
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const ScalarType dtype = self.scalar_type();
  const RunningFunction function = instances.find(dtype);
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(ctx, function && d && (is_number(dtype) || dtype == ScalarType::Bool), outs);
  ETK_REQUIRE(ctx, accepts<kOp>(indices) && indices.scalar_type() == ScalarType::Long, outs);
  ETK_REQUIRE(ctx, values.scalar_type() == dtype, outs);
  const Shape shape(self);
  if (resize(ctx, values, shape) && resize(ctx, indices, shape)) {
    run_lines(function, self, *d, values, indices);
  }
  return outs;
}

}  // namespace etk
