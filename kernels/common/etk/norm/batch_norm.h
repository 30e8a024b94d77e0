// Batch norm with running statistics, for inference: (input - mean) / √(var + eps) · weight + bias, per
// channel.
#pragma once

#include "etk/base/faster.h"
#include "etk/elementwise/map.h"
#include "etk/reduce/norms.h"

#include <cmath>

namespace etk {

struct TrainedBatchNorm;

/// A faster implementation, or null. It returns false, without writing anything, if it does not support the
/// tensors.
using TrainedBatchNormFunction = bool (*)(const TrainedBatchNorm& norm);

/// A call of _native_batch_norm_legit_no_training.
struct TrainedBatchNorm {
  const Tensor& input;
  const std::optional<Tensor>& weight;
  const std::optional<Tensor>& bias;
  const Tensor& mean;
  const Tensor& var;
  double eps;
  Tensor& out;

  /// Whether the dtypes of input and parameters are consistent.
  template <const char* kOp>
  ETK_INLINE bool is_valid() const {
    if constexpr (is_plain<kOp>()) {
      return input.dim() >= 2;
    }
    const std::optional<Tensor> means(mean), vars(var);
    return input.dim() >= 2 &&
           statistics_dtype(input, {&weight, &bias, &means, &vars}) != ScalarType::Undefined;
  }

  template <const char* kOp>
  ETK_INLINE void run(Context& ctx) const {
    if constexpr (is_plain<kOp>() && !Faster<hash_of(kOp), TrainedBatchNormFunction>::kIsRegistered) {
      run_plain<kOp>(ctx);
      return;
    }
    if (try_faster<kOp, TrainedBatchNormFunction>(*this)) {
      return;
    }
    const auto normalize = [added = eps](auto x, auto m, auto v, auto scale, auto shift) {
      using C = decltype(x);
      return (x - m) / std::sqrt(v + static_cast<C>(added)) * scale + shift;
    };
    map<kOp, Promote::kFloating>(
        ctx, out, normalize, input, along(mean, 1), along(var, 1), per_channel(weight, 1),
        per_channel(bias, 0));
  }

 private:
  template <const char* kOp>
  ETK_INLINE void run_plain(Context& ctx) const {
    using C = PlainValue<kOp>;
    const auto sizes = input.sizes();
    const auto channels = static_cast<size_t>(sizes[1]);
    ETK_REQUIRE(ctx, std::is_floating_point_v<C>, );
    ETK_REQUIRE(ctx, out.sizes() == sizes, );
    const C* parameters[4];
    const auto fits = [&](size_t i, const Tensor* tensor) {
      parameters[i] = tensor ? static_cast<const C*>(tensor->const_data_ptr()) : nullptr;
      return !tensor || (tensor->dim() == 1 && static_cast<size_t>(tensor->numel()) == channels);
    };
    ETK_REQUIRE(
        ctx,
        fits(0, &mean) && fits(1, &var) && fits(2, weight ? &*weight : nullptr) &&
            fits(3, bias ? &*bias : nullptr), );
    const C* from = static_cast<const C*>(input.const_data_ptr());
    C* to = static_cast<C*>(out.mutable_data_ptr());
    const auto numel = static_cast<size_t>(input.numel());
    const size_t plane = numel ? numel / (channels * sizes[0]) : 1;
    for (size_t i = 0; i < numel; ++i) {
      const size_t channel = i / plane % channels;
      const C scale = parameters[2] ? parameters[2][channel] : C(1),
              shift = parameters[3] ? parameters[3][channel] : C(0);
      to[i] = (from[i] - parameters[0][channel]) / std::sqrt(parameters[1][channel] + static_cast<C>(eps)) *
                  scale +
              shift;
    }
  }

  static Operand per_channel(const std::optional<Tensor>& tensor, const Scalar& otherwise) {
    return tensor ? along(*tensor, 1) : unpromoted(otherwise);
  }
};

/// The outs for statistics of the batch are empty, because these are not computed.
template <const char* kOp>
ETK_INLINE void leave_statistics(Context& ctx, Tensor& mean, Tensor& invstd) {
  if constexpr (is_plain<kOp>()) {
    ETK_REQUIRE(ctx, mean.dim() == 1 && mean.numel() == 0 && invstd.dim() == 1 && invstd.numel() == 0, );
    return;
  }
  Shape nothing;
  nothing.push_back(0);
  (void)(resize(ctx, mean, nothing) && resize(ctx, invstd, nothing));
}

}  // namespace etk
