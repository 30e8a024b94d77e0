// Products of tensors: batches of matrix products.

#include "vec/base/parallel.h"
#include "vec/product/gemm.h"  // IWYU pragma: associated

#include <algorithm>

namespace etk::vec {
namespace {

// An upper bound on the width of a panel, and a multiple of each width.
constexpr size_t kMostColumns = 512;

// The maximum size of all panels together, if several products have their own.
constexpr size_t kMostFloats = size_t{1} << 18;

// The maximum size of temporary sums, for outs that are not Float.
constexpr size_t kMostSums = size_t{1} << 17;

// The matrix in the last two dimensions of a view, at index i of the first dimension.
FloatMatrix matrix_of(const View& view, size_t i) {
  const Array data(view.data + static_cast<ptrdiff_t>(i) * view.strides[0], view.dtype);
  // Division by a constant: in products of some rows, divisions by a variable took a tenth of the time.
  const bool is_narrow = data.is_narrow();
  const auto elements = [is_narrow](ptrdiff_t bytes) { return is_narrow ? bytes / 2 : bytes / 4; };
  FloatMatrix matrix{data, elements(view.strides[1]), elements(view.strides[2])};
  // The stride of a dimension of size 1 is arbitrary.
  matrix.column_stride = view.sizes[2] == 1 ? 1 : matrix.column_stride;
  matrix.row_stride = view.sizes[1] == 1 && matrix.column_stride != 1 ? 1 : matrix.row_stride;
  return matrix;
}

// A product of matrices of one dtype.
struct MatrixProduct {
  FloatMatrix a, b, bias, out;  // the data of the bias may be null
  size_t m, n, k;
  float alpha, beta;
  const Epilogue& epilogue;

  // The part of the product for a submatrix of the out.
  MatrixProduct part(size_t row, size_t rows, size_t column, size_t columns) const {
    MatrixProduct result = *this;
    result.a = a.from(row, 0);
    result.b = b.from(0, column);
    result.bias = bias.data ? bias.from(row, column) : bias;
    result.out = out.from(row, column);
    result.m = std::min(rows, m - row);
    result.n = std::min(columns, n - column);
    return result;
  }

  // Computes the product if bias and out are floats.
  void run(const Panels& panels) const {
    const LeftMatrix lines(a);
    const RightMatrix columns(b);
    FloatProduct product{lines, columns, &a, &b};
    product.m = m;
    product.n = n;
    product.k = k;
    product.out = out.data.floats();
    product.out_stride = out.row_stride;
    product.bias = bias.data.floats();
    product.bias_strides[0] = bias.row_stride;
    product.bias_strides[1] = bias.column_stride;
    product.alpha = alpha;
    product.beta = beta;
    product.ends_in_dots = true;
    product.epilogue = epilogue;
    multiply(product, panels);
  }

  // Computes the product if bias and out are not floats: the bias is widened into the memory of the sums,
  // which are rounded when they are complete.
  void run_rounded(const Panels& panels) const {
    const FloatMatrix sums{panels.sums, static_cast<ptrdiff_t>(n), 1};
    MatrixProduct wide = *this;
    wide.out = sums;
    if (bias.data) {
      wide.bias = sums;
      parallel(m, n, [&](size_t row, size_t end) {
        LeftMatrix(bias).pack(row, end - row, 0, n, sums.from(row, 0).data.floats(), n);
      });
    }
    wide.run(panels);
    parallel(m, n, [&](size_t row, size_t end) {
      store_lines(sums.from(row, 0).data.floats(), n, end - row, n, out.from(row, 0).data, out.row_stride);
    });
  }

  void run_any(const Panels& panels) const {
    if (!kHasNarrow || !out.data.is_narrow()) {
      return run(panels);
    }
    const size_t columns = std::min(n, std::max(kMostColumns, kMostSums / std::max(m, size_t{1})));
    const size_t rows = kMostSums / std::max(columns, size_t{1});
    for (size_t row = 0; row < m; row += rows) {
      for (size_t column = 0; column < n; column += columns) {
        part(row, rows, column, columns).run_rounded(panels);
      }
    }
  }
};

// Whether the rows of a matrix are contiguous.
bool is_fit(const View& out) {
  const FloatMatrix matrix = matrix_of(out, 0);
  return matrix.column_stride == 1 && (out.sizes[1] < 2 || matrix.row_stride >= out.sizes[2]);
}

// Whether a bias can be read directly; otherwise it is widened.
bool is_fit_bias(const View& bias) {
  const ptrdiff_t stride = matrix_of(bias, 0).column_stride;
  return bias.dtype != ScalarType::Float || bias.sizes[2] < 2 || stride == 0 || stride == 1;
}

}  // namespace

bool Panels::allocate(Context& ctx, size_t n, size_t k, size_t most, size_t sum_count) {
  const size_t rounded = n > 0 ? (n + 127) / 128 * 128 : 128;
  const size_t depth = k > kDepth ? kDepth : k > 0 ? k : 1;
  columns = rounded;
  if (rounded > kMostColumns) {
    // Threads that share a product use blocks of more columns and less depth, so that each has as much work
    // between two barriers.
    const bool shared = most == 1 && thread_count() > 1;
    columns = std::min(rounded, kMostColumns * (shared ? kDepth / depth : 1));
  }
  const size_t packed = columns * depth;
  floats = packed + sum_count;
  parts = most == 1 ? 1 : memories_for_all(most, kMostFloats / floats);
  data = static_cast<float*>(etk::allocate(ctx, parts * floats * sizeof(float), 64));
  sums = data ? data + packed : nullptr;
  return data != nullptr;
}

bool multiply(
    Context& ctx,
    const View& a,
    const View& b,
    const View* bias,
    double alpha,
    double beta,
    const View& out) {
  return multiply_and(ctx, a, b, bias, alpha, beta, out, Epilogue());
}

bool multiply_and(
    Context& ctx,
    const View& a,
    const View& b,
    const View* bias,
    double alpha,
    double beta,
    const View& out,
    const Epilogue& epilogue) {
  // A product with a single column is computed as dot products of rows with that column: it is transposed to
  // a product with a single row.
  if (out.sizes[2] == 1 && out.sizes[1] > 1 && a.strides[2] == static_cast<ptrdiff_t>(a.element_size)) {
    View left = b, right = a, offsets = bias ? *bias : out, to = out;
    for (View* view : {&left, &right, &offsets, &to}) {
      view->swap(1, 2);
    }
    if (multiply_and(ctx, left, right, bias ? &offsets : nullptr, alpha, beta, to, epilogue)) {
      return true;
    }
  }
  if (!is_single(out.dtype) || !is_fit(out) || (bias && !is_fit_bias(*bias))) {
    return false;
  }
  const auto m = static_cast<size_t>(out.sizes[1]), n = static_cast<size_t>(out.sizes[2]),
             k = static_cast<size_t>(a.sizes[2]), count = static_cast<size_t>(out.sizes[0]);
  Panels panels;
  // The products of a batch run in parallel if there is memory for as many as there are threads: threads that
  // share a product wait for each other.
  const bool rounds = kHasNarrow && out.dtype != ScalarType::Float;
  if (!panels.allocate(ctx, n, k, count, rounds ? std::min(m * n, kMostSums) : 0)) {
    return true;
  }
  parallel_items(count, panels.parts, m * n * k / 32, [&](size_t i, size_t part) {
    const MatrixProduct product{
        matrix_of(a, i),
        matrix_of(b, i),
        bias ? matrix_of(*bias, i) : FloatMatrix{nullptr, 0, 0},
        matrix_of(out, i),
        m,
        n,
        k,
        static_cast<float>(alpha),
        static_cast<float>(beta),
        epilogue};
    product.run_any(panels.part(part));
  });
  return true;
}

}  // namespace etk::vec
