// What group and batch norms share, and the gradients of norms.
#pragma once

#include "etk/elementwise/doubles.h"

namespace etk {

/// The dtype of a norm's statistics: that of its parameters if it has any, else that of the input. Undefined
/// unless all parameters have one dtype, and this is the input's, or Float for a Half or BFloat16 input.
ScalarType statistics_dtype(
    const Tensor& input, std::initializer_list<const std::optional<Tensor>*> parameters);

/// The view with dimensions of size 1 after its own, up to this rank.
View padded(View view, size_t rank);

/// The view with dimension d split into two, of which the inner has this size.
View split(View view, size_t d, int64_t inner);

/// Sets a row of `out` to (x - mean) · scale · weight + bias.
void normalize(Doubles& rows, size_t x, double mean, double scale, size_t weight, size_t bias, size_t out);

/// The gradient of y = (x - mean) · rstd · weight + bias, all of whose views have one shape, or size 1 where
/// they do not change.
struct NormGradient {
  View dy;
  View x;
  View mean;
  View rstd;
  std::optional<View> weight;
  DimSet dims;     // along which x is normalized
  DimSet outside;  // along which weight and bias do not change

  void set_dx(const View& dx) const;
  /// Either may be missing.
  void set_parameters(const std::optional<View>& dweight, const std::optional<View>& dbias) const;
};

}  // namespace etk
