// Resampling: images scaled to another size.
#pragma once

#include "etk/base/faster.h"
#include "etk/image/taps.h"
#include "etk/product/product.h"

namespace etk {

/// The sizes of the planes in a tensor (batch, channels, height, width) and in its out.
struct Resize {
  Scaling height;
  Scaling width;

  /// Reads the arguments; empty if they are invalid. Exactly one of `size` and `factors` must be given.
  static std::optional<Resize> read(
      const Tensor& self,
      std::optional<ArrayRef<int64_t>> size,
      std::optional<ArrayRef<double>> factors,
      bool align_corners = false);
  static std::optional<Resize> read(
      const Tensor& self,
      ArrayRef<int64_t> size,
      std::optional<double> height_scale,
      std::optional<double> width_scale,
      bool align_corners = false);

  Shape shape_of(const Tensor& self) const;
};

/// A faster implementation, or null. It returns false, without writing anything, if it does not support the
/// tensors.
using ResampleFunction = bool (*)(const Tensor& self, const std::optional<Resize>& sizes, Tensor& out);

/// Sets `out` to the nearest pixels of `self`.
void resample_nearest(Context& ctx, const Tensor& self, const std::optional<Resize>& resize, Tensor& out);

/// Sets `out` to weighted means of pixels of `self`.
void resample_linear(
    Context& ctx,
    const Instances<DotFunction>& dot,
    const Tensor& self,
    const std::optional<Resize>& resize,
    Filter filter,
    Tensor& out);

}  // namespace etk
