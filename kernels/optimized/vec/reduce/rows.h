// Operators along dimensions of a tensor, of Float, Half or BFloat16 if nothing else is said: reductions,
// softmax, layer norm. All dimensions before these count as one, and so do those after.
#pragma once

#include "etk/base/view.h"
#include "vec/base/array.h"
#include "vec/base/parallel.h"

#include <optional>

namespace etk::vec {

/// `outer` times `n` times `inner` elements; what is computed is along n.
struct RowShape {
  size_t outer = 1;
  size_t n = 1;
  size_t inner = 1;

  /// Reads a tensor; false if it is not of `dtype`, or without one not computed in float, not in the order of
  /// its dimensions, or if there are others between `dims`.
  bool read(const Tensor& tensor, DimSet dims, std::optional<ScalarType> dtype = std::nullopt);

  /// Reads a tensor that is reduced over `dims`, and resizes the out; false if that is not of the same dtype
  /// in the same order.
  bool read_reduction(
      const Tensor& self,
      std::optional<DimSet> dims,
      bool keepdim,
      Tensor& out,
      std::optional<ScalarType> dtype = std::nullopt);
};

/// Resizes the out of a reduction of `self` over `dims`; false if that is not possible, or it does not lie in
/// the order of its dimensions then.
bool resize_reduction(const Tensor& self, DimSet dims, bool keepdim, Tensor& out);

/// The most columns that are computed together: sums of so many stay in the nearest cache, and rows, of which
/// a piece is read at a time, are read as caches fetch them.
constexpr size_t kColumns = 256;

/// How many columns a block has where little is needed besides the sums.
constexpr size_t kWideColumns = 1024;

/// Calls f(outer, column, columns) for blocks of neighbouring columns, at most so many. `cost` is that of an
/// element.
template <typename F>
void parallel_columns(const RowShape& rows, size_t cost, const F& f, size_t most = kColumns) {
  // Narrower ones where there would be too few for all threads.
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

/// What n > 0 elements are reduced to, by this thread alone.
double reduce_row(Reduction reduction, Array x, size_t n);

/// out[j] = the reduction of from[i · stride + j] for i < n, times `scale`, by this thread alone. n is not 0,
/// and there are at most kWideColumns columns. Where one array is of Float, the other can be of another
/// dtype. Also for several consecutive blocks of n rows.
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

/// Blocks of n · inner elements, of which `count` lie side by side, `rows` times, `stride` apart.
struct BlockShape {
  size_t rows = 1;
  size_t stride = 0;
  size_t count = 1;
  size_t n = 1;
  size_t inner = 1;
};

/// out[count][inner] = the reduction over rows and n, times `scale`, by this thread alone. None of them is 0.
void reduce_blocks(Reduction reduction, const BlockShape& shape, Array from, double scale, Array out);

/// Sets a reduction over `dims` if it can take self and out; false if not, and nothing has
/// happened. The mean is a sum with `is_mean`.
bool reduce(
    Reduction reduction,
    bool is_mean,
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out);

/// As above, if the build has selected `kOp` for their dtype: a ReduceFunction.
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

/// Sets out to the softmax of self along a dimension, or its logarithm, if it can take both; false if not,
/// and nothing has been written.
bool softmax(const Tensor& self, size_t dim, bool is_log, Tensor& out);

/// Normalizes rows of n elements: (x - mean) · rstd · weight + bias; weight and bias may have no data.
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
