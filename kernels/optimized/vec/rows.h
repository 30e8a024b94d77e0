// Operators along dimensions of a tensor, of floats if nothing else is said: reductions, softmax, layer norm.
// All dimensions before these count as one, and so do those behind.
#pragma once

#include "etk/dtype.h"
#include "etk/view.h"

#include <optional>

namespace etk::vec {

/// `outer` times `n` times `inner` elements; what is computed is along n.
struct RowShape {
  size_t outer = 1;
  size_t n = 1;
  size_t inner = 1;

  /// Reads a tensor; false if it is not of `dtype`, in the order of its dimensions, or if there are others
  /// between `dims`.
  bool read(const Tensor& tensor, DimSet dims, ScalarType dtype = ScalarType::Float);

  /// Reads a tensor that is reduced over `dims`, and resizes the out; false if that is not of `dtype` in the
  /// same order.
  bool read_reduction(
      const Tensor& self,
      std::optional<DimSet> dims,
      bool keepdim,
      Tensor& out,
      ScalarType dtype = ScalarType::Float);
};

enum class Reduction : uint8_t { kSum, kMax, kMin };

/// out[outer][inner] = the reduction, times `scale`. n is not 0, except for sums.
void reduce(Reduction reduction, const RowShape& shape, const float* from, double scale, float* out);

/// Sets a reduction over `dims` if self and out are floats that it can take; false if not, and nothing has
/// happened. The mean is a sum with `is_mean`.
bool reduce(
    Reduction reduction,
    bool is_mean,
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out);

/// As above, if the build has selected `kOp` for Float.
template <const char* kOp>
bool try_reduce(
    Reduction reduction,
    bool is_mean,
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out) {
  if constexpr (selected_dtypes<kOp>().has(ScalarType::Float)) {
    return reduce(reduction, is_mean, self, dims, keepdim, out);
  }
  return false;
}

/// out = softmax of from along n, or its logarithm.
void softmax(const RowShape& shape, bool is_log, const float* from, float* out);

/// Sets out to the softmax of self along a dimension if both are floats that it can take; false if not, and
/// nothing has happened.
bool softmax(const Tensor& self, size_t dim, bool is_log, Tensor& out);

/// Normalizes rows of n floats: (x - mean) · rstd · weight + bias; weight and bias may be null.
void layer_norm(
    size_t rows,
    size_t n,
    const float* from,
    const float* weight,
    const float* bias,
    double eps,
    float* out,
    float* mean,
    float* rstd);

}  // namespace etk::vec
