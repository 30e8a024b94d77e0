// Group norm: (x - mean) / √(variance + eps) · weight + bias, with the statistics of each group of channels.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/reduce/norms.h"

#include <cmath>
#include <limits>

namespace etk {

struct GroupNorm;

/// A faster implementation, or null. It returns false, without writing anything, if it does not support the
/// tensors.
using GroupNormFunction = bool (*)(const GroupNorm& norm);

/// A call of native_group_norm.
struct GroupNorm {
  const Tensor& input;
  const std::optional<Tensor>& weight;
  const std::optional<Tensor>& bias;
  int64_t group;  // the number of groups of channels
  double eps;
  Tensor& out;
  Tensor& mean;
  Tensor& rstd;

  /// Resizes the outs; false, with a failure in the context, if the dtypes are not selected or the arguments
  /// are inconsistent.
  ETK_INLINE bool prepare(
      Context& ctx, bool is_selected, int64_t batch, int64_t channels, int64_t places) const {
    const ScalarType dtype = statistics_dtype(input, {&weight, &bias});
    ETK_REQUIRE(ctx, dtype != ScalarType::Undefined && out.scalar_type() == input.scalar_type(), false);
    ETK_REQUIRE(ctx, mean.scalar_type() == dtype && rstd.scalar_type() == dtype && is_selected, false);
    const size_t rank = input.dim();
    ETK_REQUIRE(
        ctx, rank >= 2 && rank < kMaxRank && input.size(0) == batch && input.size(1) == channels, false);
    ETK_REQUIRE(ctx, input.numel() == batch * channels * places && group > 0 && channels % group == 0, false);
    for (const auto* affine : {&weight, &bias}) {
      ETK_REQUIRE(
          ctx, !*affine || (affine->value().dim() == 1 && affine->value().size(0) == channels), false);
    }
    Shape statistics;
    statistics.push_back(batch);
    statistics.push_back(group);
    return resize(ctx, out, Shape(input)) && resize(ctx, mean, statistics) && resize(ctx, rstd, statistics);
  }

  /// Computes the outs in double.
  ETK_INLINE void run() const {
    if (input.size(1) == 0) {  // the groups have no channels
      fill(View(mean), 0);
      fill(View(rstd), std::numeric_limits<double>::quiet_NaN());
      return;
    }
    // The dimensions are N, group, channels of a group, …
    const size_t rank = input.dim();
    const int64_t inner = input.size(1) / group;
    const auto per_channel = [&](const Tensor& tensor) {
      return split(padded(View(tensor), rank - 1), 0, inner);
    };
    const View x = split(View(input), 1, inner);
    Doubles rows(x, ((DimSet{1} << x.rank) - 1) & ~DimSet{3});
    const size_t from = rows.add(x), to = rows.add(split(View(out), 1, inner));
    const size_t weights = weight ? rows.add(per_channel(*weight)) : rows.add(1);
    const size_t biases = bias ? rows.add(per_channel(*bias)) : rows.add(0);
    const size_t to_mean = rows.add(padded(View(mean), rank + 1));
    const size_t to_rstd = rows.add(padded(View(rstd), rank + 1));
    while (rows.next_row()) {
      const auto n = static_cast<double>(rows.row_size());
      const Moments statistic = moments(rows, from);
      const double scale = 1 / std::sqrt(statistic.squares / n + eps);
      normalize(rows, from, statistic.mean, scale, weights, biases, to);
      rows.set_row_value(to_mean, n == 0 ? 0 : statistic.mean);
      rows.set_row_value(to_rstd, scale);
    }
  }
};

}  // namespace etk
