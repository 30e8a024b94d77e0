// Shared code of group and batch norms, and the gradients of norms.
#pragma once

#include "etk/elementwise/doubles.h"

namespace etk {

/// The dtype of a norm's statistics: the dtype of its parameters or, without parameters, of the input.
/// Undefined unless all parameters have one dtype, which is the input's or, for a Half or BFloat16 input,
/// Float.
ScalarType statistics_dtype(
    const Tensor& input, std::initializer_list<const std::optional<Tensor>*> parameters);

/// The view with dimensions of size 1 appended, up to this rank.
View padded(View view, size_t rank);

/// The view with dimension d split into two; the inner one has size `inner`.
View split(View view, size_t d, int64_t inner);

/// Sets a row of `out` to (x - mean) · scale · weight + bias.
void normalize(Doubles& rows, size_t x, double mean, double scale, size_t weight, size_t bias, size_t out);

/// The gradient of y = (x - mean) · rstd · weight + bias. All views are broadcast to one shape: each
/// dimension has its size, or size 1.
struct NormGradient {
  View dy;
  View x;
  View mean;
  View rstd;
  std::optional<View> weight;
  DimSet dims;     // dimensions along which x is normalized
  DimSet outside;  // dimensions along which weight and bias are broadcast

  void set_dx(const View& dx) const;
  /// Sets the gradients of weight and bias; both are optional.
  void set_parameters(const std::optional<View>& dweight, const std::optional<View>& dbias) const;
};

}  // namespace etk
