// Images of floats scaled to another size.
#pragma once

#include "etk/image/resample.h"

namespace etk::vec {

/// Sets `out` to the nearest pixels of `self`. Returns false, without writing anything, if it does not
/// support the tensors.
bool resample_nearest(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out);

/// Sets `out` to the bilinear interpolation of the four nearest pixels of `self`, with the same contract.
bool resample_linear(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out);

/// Sets `out` to weighted means of the pixels of `self` within the distance of two pixels of the out, with
/// the same contract.
bool resample_smoothly(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out);

}  // namespace etk::vec
