// Products of float matrices: out[m][n] = beta · bias[m][n] + alpha · Σₖ a[m][k] · b[k][n].
//
// A block of b is packed into panels that are as wide as the microkernel, and the microkernel multiplies a
// panel with a few rows of a. What is packed does not have to be a matrix in memory: a convolution packs what
// its kernel falls on, as it goes. Sums are taken over kDepth products at a time.
#pragma once

#include "etk/base/view.h"
#include "vec/base/array.h"
#include "vec/base/lanes.h"

namespace etk::vec {

/// The most rows of b that are packed at a time.
constexpr size_t kDepth = 256;

/// One of the factors, as it is packed.
class Factor {
 public:
  /// Copies a part of the factor, `depth` elements along k from k on, for `count` rows of a or columns of b
  /// from `first` on. In the copy, those of a row of a are contiguous, and so are the columns of b;
  /// the others are `stride` apart.
  virtual void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const = 0;

 protected:
  ~Factor() = default;
};

/// A matrix in memory, of floats or what is widened to them. Strides count elements.
struct FloatMatrix {
  Array data;
  ptrdiff_t row_stride;
  ptrdiff_t column_stride;

  /// The part from a row and a column on.
  FloatMatrix from(size_t row, size_t column) const {
    const ptrdiff_t place =
        static_cast<ptrdiff_t>(row) * row_stride + static_cast<ptrdiff_t>(column) * column_stride;
    return {data + place, row_stride, column_stride};
  }
};

/// A matrix as the factor a.
class LeftMatrix final : public Factor {
 public:
  explicit LeftMatrix(const FloatMatrix& matrix) : matrix_(matrix) {}
  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  const FloatMatrix matrix_;
};

/// A matrix as the factor b.
class RightMatrix final : public Factor {
 public:
  explicit RightMatrix(const FloatMatrix& matrix) : matrix_(matrix) {}
  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  const FloatMatrix matrix_;
};

struct FloatProduct {
  const Factor& a;
  const Factor& b;
  const FloatMatrix* left = nullptr;   // a and b, where both are matrices: products
  const FloatMatrix* right = nullptr;  // of few rows are taken without packing

  size_t m = 0, n = 0, k = 0;
  float* out = nullptr;
  ptrdiff_t out_stride = 0;  // between rows, whose elements are contiguous
  const float* bias = nullptr;
  ptrdiff_t bias_strides[2] = {0, 0};  // between rows, and between columns: 0 or 1
  float alpha = 1;
  float beta = 1;
  bool is_part = false;  // of what several threads do: computed by the one that calls
};

/// Memory for packed panels.
struct Panels {
  float* data = nullptr;
  float* sums = nullptr;
  size_t columns = 0;  // of b, and kDepth elements of each
  size_t floats = 0;
  size_t parts = 1;  // how many products have memory of their own, `floats` of it

  /// Takes memory of the context for products of n columns and depth k, of which `sums` floats are kept until
  /// they are rounded: for `most` of them at a time if that is little, and enough for each thread to have
  /// one; else for one. False, with a failure in the context, if it has too little.
  bool allocate(Context& ctx, size_t n, size_t k, size_t most = 1, size_t sums = 0);

  Panels part(size_t i) const {
    Panels result = *this;
    result.data += i * floats;
    result.sums += i * floats;
    return result;
  }
};

/// Columns of b that lie in memory as the microkernel reads them: row k at data + offsets[k], and after the
/// last column kPanelSlack floats more that may be read. They come in lines of `line` columns, of which the
/// first `width` are columns of the out and the others nothing.
struct DirectColumns {
  const float* data;
  const ptrdiff_t* offsets;
  size_t count;
  size_t line;
  size_t width;
};

/// No panel is wider.
constexpr size_t kPanelSlack = 8 * kMostLanes;

/// Adds to a product the `depth` <= kDepth rows from k on of the columns of b that belong to those of the out
/// from `column` on. The first call for a column is that with k = 0; it sets the out. The factor b is not
/// used.
void multiply_direct(
    const FloatProduct& product, size_t k, size_t depth, size_t column, const DirectColumns& columns);

/// Computes a product, with panels allocated for one of its size.
void multiply(const FloatProduct& product, const Panels& panels);

/// What etk::multiply does, for what is computed in float: a of shape (i, m, k), b (i, k, n), bias and out
/// (i, m, n), all of one dtype. True if the call is settled: done, or failed because the context has too
/// little memory. False if the views are of another dtype or not laid out so that this can multiply them;
/// nothing has been written then.
bool multiply(
    Context& ctx, const View& a, const View& b, const View* bias, double alpha, double beta, const View& out);

}  // namespace etk::vec
