// Operators along dimensions of a tensor, for Float, Half or BFloat16 unless stated otherwise: reductions,
// softmax, layer norm. All dimensions before the reduced ones are treated as one, and so are all dimensions
// after them.
#pragma once

#include "etk/base/view.h"
#include "vec/base/array.h"
#include "vec/base/parallel.h"

#include <optional>

namespace etk::vec {

/// A tensor as `outer` × `n` × `inner` elements; the operator works along n.
struct RowShape {
  size_t outer = 1;
  size_t n = 1;
  size_t inner = 1;

  /// Reads the shape of a tensor. False if its dtype is not `dtype` or, by default, not computed in float; if
  /// the tensor is not contiguous; or if `dims` are not adjacent.
  bool read(const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype = std::nullopt);

  /// The same with the dimensions in the order of the memory: of a channels-last tensor, the channels are n,
  /// and inner is 1. The out must have that order as well.
  bool read_in_memory(const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype = std::nullopt);

  /// Reads the shape of a tensor that is reduced over `dims`, in the order of the memory, and resizes the
  /// out. False if the out has another dtype or order.
  bool read_reduction(
      const Tensor& self,
      std::optional<DimSet> dims,
      bool keepdim,
      Tensor& out,
      std::optional<ScalarType> dtype = std::nullopt);
};

/// Whether an out is contiguous, with its dimensions in the order that those of self have in memory. It lacks
/// the dimensions in `removed`.
bool is_in_order_of(const Tensor& self, const Tensor& out, DimSet removed = 0);

/// Resizes the out of a reduction of `self` over `dims`; false if that is impossible, or if the out is not in
/// the order of self then.
bool resize_reduction(const Tensor& self, DimSet dims, bool keepdim, Tensor& out);

/// The maximum number of columns that are computed together: their sums stay in the first-level cache, and
/// the piece of each row is long enough for the prefetcher.
constexpr size_t kColumns = 256;

/// The maximum number of columns of a block if little memory other than the sums is needed.
constexpr size_t kWideColumns = 1024;

/// Calls f(outer, column, columns) for blocks of at most `most` adjacent columns. `cost` is the cost of an
/// element.
template <typename F>
void parallel_columns(const RowShape& rows, size_t cost, const F& f, size_t most = kColumns) {
  // Blocks are narrower if there would be too few for all threads.
  const size_t width = rows.outer * rows.inner < most * thread_count() ? most / 4 : most;
  const size_t block = rows.inner < width ? rows.inner : width;
  const size_t blocks = block > 0 ? (rows.inner + block - 1) / block : 0;
  parallel(rows.outer * blocks, rows.n * block * cost, [&](size_t begin, size_t end) {
    size_t outer = begin / blocks, column = begin % blocks * block;
    for (size_t i = begin; i < end; ++i) {
      const size_t left = rows.inner - column;
      f(outer, column, left < block ? left : block);
      column = left > block ? column + block : 0;
      outer += column == 0;
    }
  });
}

enum class Reduction : uint8_t { kSum, kMax, kMin };

/// The reduction of n > 0 elements. Uses only the calling thread.
double reduce_row(Reduction reduction, Array x, size_t n);

/// out[j] = the reduction of from[i · stride + j] for i < n, times `scale`. n is not 0, and there are at most
/// kWideColumns columns. If one of the arrays is Float, the other can have another dtype. `blocks` is the
/// number of consecutive blocks of n rows. Uses only the calling thread.
void reduce_rows(
    Reduction reduction,
    Array from,
    size_t n,
    size_t stride,
    size_t columns,
    double scale,
    Array out,
    size_t blocks = 1);

/// out[outer][inner] = the reduction, times `scale`. n is not 0.
void reduce(Reduction reduction, const RowShape& shape, Array from, double scale, Array out);

/// `rows` rows, `stride` apart, of `count` adjacent blocks of n · inner elements.
struct BlockShape {
  size_t rows = 1;
  size_t stride = 0;
  size_t count = 1;
  size_t n = 1;
  size_t inner = 1;
};

/// out[count][inner] = the reduction over rows and n, times `scale`. None of the sizes is 0. Uses only the
/// calling thread.
void reduce_blocks(Reduction reduction, const BlockShape& shape, Array from, double scale, Array out);

/// Computes a reduction over `dims` if the layouts of self and out are supported; otherwise returns false
/// without changing anything. With `is_mean`, a sum becomes the mean.
bool reduce(
    Reduction reduction,
    bool is_mean,
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out);

/// Like reduce(), if the build has selected `kOp` for the dtype: a ReduceFunction.
template <const char* kOp, Reduction kReduction, bool kIsMean = false>
bool reduce_floats(
    [[maybe_unused]] const Tensor& self,
    [[maybe_unused]] DimSet dims,
    [[maybe_unused]] bool keepdim,
    [[maybe_unused]] Tensor& out) {
  if constexpr (selected_dtypes<kOp>().has(Compute::kFloat)) {
    return accepts<kOp>(self) && reduce(kReduction, kIsMean, self, dims, keepdim, out);
  }
  return false;
}

/// Sets out to the softmax of self along a dimension, or to its logarithm, if both layouts are supported;
/// otherwise returns false without writing anything.
bool softmax(const Tensor& self, size_t dim, bool is_log, Tensor& out);

/// Normalizes rows of n elements: (x - mean) · rstd · weight + bias. weight and bias are optional: their data
/// may be null.
void layer_norm(
    size_t rows,
    size_t n,
    Array from,
    Array weight,
    Array bias,
    double eps,
    Array out,
    Array mean,
    Array rstd);

}  // namespace etk::vec
