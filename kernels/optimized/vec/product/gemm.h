// Products of float matrices: out[m][n] = beta · bias[m][n] + alpha · Σₖ a[m][k] · b[k][n].
//
// A block of b is packed into panels that are as wide as the microkernel, and the microkernel multiplies a
// panel with a few rows of a. A factor does not have to be a matrix in memory: a convolution packs the
// patches of an image on the fly. Each sum is accumulated over kDepth products at a time.
#pragma once

#include "etk/base/view.h"
#include "vec/base/array.h"
#include "vec/base/lanes.h"
#include "vec/product/epilogue.h"

namespace etk::vec {

/// The maximum number of rows of b that are packed at a time.
constexpr size_t kDepth = 256;

/// A factor of a product, with its packing.
class Factor {
 public:
  /// Packs a part of the factor: `depth` elements along k, from k on, for `count` rows of a or columns of b,
  /// from `first` on. In the packed form, the elements of a row of a are contiguous, and so are the columns
  /// of b for each k; the other stride is `stride`.
  virtual void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const = 0;

 protected:
  ~Factor() = default;
};

/// A matrix in memory, of floats or of a dtype that is widened to float. Strides count elements.
struct FloatMatrix {
  Array data;
  ptrdiff_t row_stride;
  ptrdiff_t column_stride;

  /// The submatrix from a row and a column on.
  FloatMatrix from(size_t row, size_t column) const {
    const ptrdiff_t place =
        static_cast<ptrdiff_t>(row) * row_stride + static_cast<ptrdiff_t>(column) * column_stride;
    return {data + place, row_stride, column_stride};
  }
};

/// A matrix as factor a.
class LeftMatrix final : public Factor {
 public:
  explicit LeftMatrix(const FloatMatrix& matrix) : matrix_(matrix) {}
  void pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const override;

 private:
  const FloatMatrix matrix_;
};

/// A matrix as factor b.
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
  const FloatMatrix* left = nullptr;   // a and b, if both are matrices: products
  const FloatMatrix* right = nullptr;  // with few rows do not pack them

  size_t m = 0, n = 0, k = 0;
  float* out = nullptr;
  ptrdiff_t out_stride = 0;  // between rows; the elements of a row are contiguous
  const float* bias = nullptr;
  ptrdiff_t bias_strides[2] = {0, 0};  // between rows, and between columns: 0 or 1
  float alpha = 1;
  float beta = 1;
  Epilogue epilogue{};
  // Whether the last columns may be dot products, whose sums have another order: only if the number of
  // threads does not decide which columns are last.
  bool ends_in_dots = false;
};

/// Memory for packed panels.
struct Panels {
  float* data = nullptr;
  float* sums = nullptr;
  size_t columns = 0;  // columns of b, with kDepth elements each
  size_t floats = 0;
  size_t parts = 1;  // the number of threads with their own memory, `floats` each

  /// Allocates temporary memory for products of n columns and depth k, including `sums` floats that are kept
  /// until they are rounded. Allocates it for up to `most` products at a time if that takes little memory and
  /// serves each thread; otherwise for one. False, with a failure in the context, if there is not enough
  /// memory.
  bool allocate(Context& ctx, size_t n, size_t k, size_t most = 1, size_t sums = 0);

  Panels part(size_t i) const {
    Panels result = *this;
    result.data += i * floats;
    result.sums += i * floats;
    return result;
  }
};

/// Columns of b whose memory layout fits the microkernel: row k is at data + offsets[k], and kPanelSlack more
/// floats after the last column may be read. The columns are divided into lines of `line` columns, of which
/// the first `width` are columns of the out and the others are ignored.
struct DirectColumns {
  const float* data;
  const ptrdiff_t* offsets;
  size_t count;
  size_t line;
  size_t width;
};

/// The upper bound on the width of a panel.
constexpr size_t kPanelSlack = 8 * kMostLanes;

/// Adds a part of a product: `depth` <= kDepth rows of b from k on, for the columns of the out from `column`
/// on. The first call for a column has k = 0 and sets the out. The factor b of the product is not used.
void multiply_direct(
    const FloatProduct& product, size_t k, size_t depth, size_t column, const DirectColumns& columns);

/// Computes a product, with panels allocated for its size.
void multiply(const FloatProduct& product, const Panels& panels);

/// Like etk::multiply, for dtypes that are computed in float: a has shape (i, m, k), b has (i, k, n), bias
/// and out have (i, m, n), and all have one dtype. True if the call is done, or has failed because of
/// insufficient memory. False, before anything is written, if the dtypes or layouts are not supported.
bool multiply(
    Context& ctx, const View& a, const View& b, const View* bias, double alpha, double beta, const View& out);

/// `multiply`, and the epilogue.
bool multiply_and(
    Context& ctx,
    const View& a,
    const View& b,
    const View* bias,
    double alpha,
    double beta,
    const View& out,
    const Epilogue& epilogue);

}  // namespace etk::vec
