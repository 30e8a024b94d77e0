// Images of floats in another size.
#pragma once

#include "etk/image/resample.h"

namespace etk::vec {

/// Sets `out` to the nearest pixels of `self`. False if it does not support these tensors; nothing has been
/// written then.
bool resample_nearest(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out);

/// Sets `out` to means of the four pixels around each place of `self`, under the same conditions.
bool resample_linear(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out);

/// Sets `out` to means of all pixels of `self` that are as near as those of the out are apart, under the same
/// conditions.
bool resample_smoothly(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out);

}  // namespace etk::vec
