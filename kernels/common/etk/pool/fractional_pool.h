// Pools whose windows have one size, at distances that vary by one so that a given number of them covers a
// plane.
#pragma once

#include "etk/base/selected_dtypes.h"
#include "etk/base/window.h"

#include <tuple>

namespace etk {

/// The geometry of a call, and its tensors as batches of planes.
struct FractionalPool {
  size_t rank;  // spatial dimensions
  Window::Index input = {1, 1, 1}, kernel = {1, 1, 1}, out = {1, 1, 1};

  /// False if arguments are invalid.
  bool read(
      const Tensor& self,
      ArrayRef<int64_t> kernel_size,
      ArrayRef<int64_t> output_size,
      const Tensor& samples);
  Shape shape(const Tensor& self) const;
  /// Computes the maxima and their indices. The samples have a number in [0, 1) for each plane and dimension,
  /// the first for the last dimension if `reversed`.
  void compute(
      const Tensor& self, const Tensor& samples, bool reversed, Tensor& maxima, Tensor& indices) const;

 private:
  int64_t first(size_t d, int64_t window, ScalarType dtype, double sample) const;
};

/// The maximum of each window, and its index in the plane.
template <const char* kOp>
std::tuple<Tensor&, Tensor&> fractional_max_pool(
    Context& ctx,
    size_t rank,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> output_size,
    const Tensor& samples,
    Tensor& output,
    Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(output, indices);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kOp>(self, indices)) && is_floating(dtype), outs);
  ETK_REQUIRE(ctx, output.scalar_type() == dtype && samples.scalar_type() == dtype, outs);
  ETK_REQUIRE(ctx, indices.scalar_type() == ScalarType::Long, outs);
  FractionalPool pool{rank};
  ETK_REQUIRE(ctx, pool.read(self, kernel_size, output_size, samples), outs);
  if (resize(ctx, output, pool.shape(self)) && resize(ctx, indices, pool.shape(self))) {
    pool.compute(self, samples, /*reversed=*/rank == 2, output, indices);
  }
  return outs;
}

}  // namespace etk
