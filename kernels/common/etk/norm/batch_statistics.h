// Batch norm: (x - mean) / √(variance + eps) · weight + bias, per channel, with the statistics of the batch
// or with running statistics.
#pragma once

#include "etk/base/faster.h"
#include "etk/reduce/norms.h"

#include <cmath>

namespace etk {

struct BatchNorm;

/// A faster implementation, or null. It returns false, without writing anything, if it does not support the
/// tensors.
using BatchNormFunction = bool (*)(const BatchNorm& norm);

/// A call of _native_batch_norm_legit. Training updates the running statistics, if there are any: r ← (1 -
/// momentum) · r + momentum · s, where s is the batch's statistic, with the unbiased variance.
struct BatchNorm {
  const Tensor& input;
  std::optional<Tensor> weight, bias, running_mean, running_var;
  bool training;
  double momentum;
  double eps;
  Tensor &out, &save_mean, &save_invstd;

  /// Resizes the outs; false, with a failure in the context, if the arguments are inconsistent.
  bool prepare(Context& ctx) const {
    const ScalarType dtype = statistics_dtype(input, {&weight, &bias, &running_mean, &running_var});
    ETK_REQUIRE(ctx, dtype != ScalarType::Undefined && input.dim() >= 2, false);
    ETK_REQUIRE(ctx, out.scalar_type() == input.scalar_type() && save_mean.scalar_type() == dtype, false);
    ETK_REQUIRE(ctx, save_invstd.scalar_type() == dtype && (!training || input.numel() > 0), false);
    for (const auto* parameter : {&weight, &bias, &running_mean, &running_var}) {
      ETK_REQUIRE(
          ctx, !*parameter || (parameter->value().dim() == 1 && parameter->value().size(0) == input.size(1)),
          false);
    }
    Shape statistics;
    statistics.push_back(training ? input.size(1) : 0);
    return resize(ctx, out, Shape(input)) && resize(ctx, save_mean, statistics) &&
           resize(ctx, save_invstd, statistics);
  }

  /// Whether the call updates running statistics.
  bool updates() const {
    return running_mean || running_var;
  }

  /// Updates the running statistics of a channel of n elements.
  void update(size_t channel, const Moments& statistic, double n) const {
    const auto c = static_cast<ptrdiff_t>(channel);
    // PyTorch rounds each step of this to BFloat16, but not to Half.
    const auto update_one = [this, c](const std::optional<Tensor>& running, double now) {
      if (running) {
        const bool rounds = running->scalar_type() == ScalarType::BFloat16;
        const auto round = [rounds](double x) {
          return rounds ? static_cast<double>(static_cast<float>(BFloat16(static_cast<float>(x)))) : x;
        };
        const double part = round(momentum);
        set_at(*running, c, round(round(1 - part) * at(*running, c)) + round(part * round(now)));
      }
    };
    update_one(running_mean, statistic.mean);
    update_one(running_var, statistic.squares / (n - 1));
  }

  /// Computes the outs in double.
  void run() const {
    const View x(input);
    Doubles rows(x, ((DimSet{1} << x.rank) - 1) & ~DimSet{2});
    const size_t from = rows.add(x), to = rows.add(View(out));
    const size_t weights = weight ? rows.add(padded(View(*weight), x.rank - 1)) : rows.add(1);
    const size_t biases = bias ? rows.add(padded(View(*bias), x.rank - 1)) : rows.add(0);
    // The rows are the channels, in order.
    const auto n = static_cast<double>(rows.row_size());
    for (ptrdiff_t c = 0; rows.next_row(); ++c) {
      const Moments statistic = training ? moments(rows, from) : Moments{at(*running_mean, c), 0};
      const double variance = training ? statistic.squares / n : at(*running_var, c);
      const double invstd = 1 / std::sqrt(variance + eps);
      normalize(rows, from, statistic.mean, invstd, weights, biases, to);
      if (training) {
        set_at(save_mean, c, statistic.mean);
        set_at(save_invstd, c, invstd);
        update(static_cast<size_t>(c), statistic, n);
      }
    }
  }

 private:
  static char* address(const Tensor& tensor, ptrdiff_t channel) {
    const auto offset = channel * static_cast<ptrdiff_t>(tensor.element_size());
    return const_cast<char*>(tensor.const_data_ptr<char>()) + offset;
  }
  static double at(const Tensor& tensor, ptrdiff_t channel) {
    return read_double(tensor.scalar_type(), address(tensor, channel));
  }
  static void set_at(const Tensor& tensor, ptrdiff_t channel, double value) {
    write_double(tensor.scalar_type(), address(tensor, channel), value);
  }
};

}  // namespace etk
