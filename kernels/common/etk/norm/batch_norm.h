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
  ETK_INLINE bool is_valid() const {
    const std::optional<Tensor> means(mean), vars(var);
    return input.dim() >= 2 &&
           statistics_dtype(input, {&weight, &bias, &means, &vars}) != ScalarType::Undefined;
  }

  template <const char* kOp>
  ETK_INLINE void run(Context& ctx) const {
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
  static Operand per_channel(const std::optional<Tensor>& tensor, const Scalar& otherwise) {
    return tensor ? along(*tensor, 1) : unpromoted(otherwise);
  }
};

/// The outs for statistics of the batch are empty, because these are not computed.
ETK_INLINE void leave_statistics(Context& ctx, Tensor& mean, Tensor& invstd) {
  Shape nothing;
  nothing.push_back(0);
  (void)(resize(ctx, mean, nothing) && resize(ctx, invstd, nothing));
}

}  // namespace etk
