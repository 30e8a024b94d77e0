// Layer norm: (x - mean) / √(variance + eps) · weight + bias over the last dimensions.
#pragma once

#include "etk/base/faster.h"
#include "etk/reduce/norms.h"
#include "etk/reduce/rows.h"

#include <cmath>
#include <optional>

namespace etk {

struct LayerNorm;

/// A faster implementation, or null. It returns false, without writing anything, if it does not support the
/// tensors.
using LayerNormFunction = bool (*)(const LayerNorm& norm, DimSet dims);

/// A call of native_layer_norm.
struct LayerNorm {
  const Tensor& input;
  const std::optional<Tensor>& weight;
  const std::optional<Tensor>& bias;
  double eps;
  Tensor& out;
  Tensor& mean;
  Tensor& rstd;

  /// The dimensions that are normalized; empty if the arguments are inconsistent.
  template <const char* kOp>
  ETK_INLINE std::optional<DimSet> dims(ArrayRef<int64_t> normalized_shape) const {
    const size_t rank = input.dim(), normalized = normalized_shape.size();
    if (normalized < 1 || normalized > rank ||
        (!is_plain<kOp>() && statistics_dtype(input, {&weight, &bias}) == ScalarType::Undefined)) {
      return std::nullopt;
    }
    DimSet result = 0;
    for (size_t d = 0; d < normalized; ++d) {
      const size_t dim = rank - normalized + d;
      result |= DimSet{1} << dim;
      bool fits = input.sizes()[dim] == normalized_shape[d];
      for (const auto* affine : {&weight, &bias}) {
        fits = fits && (!*affine || (affine->value().dim() == static_cast<ssize_t>(normalized) &&
                                     affine->value().sizes()[d] == normalized_shape[d]));
      }
      if (!fits) {
        return std::nullopt;
      }
    }
    return result;
  }

  template <const char* kOp>
  ETK_INLINE void run(Context& ctx, DimSet dims) const {
    if (try_faster<kOp, LayerNormFunction>(*this, dims)) {
      return;
    }
    const ScalarType dtype = input.scalar_type();
    Rows rows(input, dims, dtype == ScalarType::Double ? dtype : ScalarType::Float);
    weight ? rows.input(*weight) : rows.input_of<kOp>(1);
    bias ? rows.input(*bias) : rows.input_of<kOp>(0);
    rows.out(out);
    rows.result(mean, /*keepdim=*/true, dtype);
    rows.result(rstd, /*keepdim=*/true, dtype);
    rows.run<kOp, kFloats, /*kIsBlock=*/true>(ctx, [added = eps](auto& row) {
      using C = ValueOf<decltype(row)>;
      const auto n = row.count();
      const C center = sum(row) / n;
      const C variance = sum(row, [center](C x) { return (x - center) * (x - center); }) / n;
      const C factor = 1 / std::sqrt(variance + static_cast<C>(added));
      row.map([=](C x, C scale, C shift) { return (x - center) * factor * scale + shift; });
      row.set(0, center);
      row.set(1, factor);
    });
  }
};

}  // namespace etk
