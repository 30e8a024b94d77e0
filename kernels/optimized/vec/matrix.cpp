// Matrices in memory as factors, and products of tensors.

#include "vec/gemm.h"
#include "vec/parallel.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// Wider than any panel, and a multiple of each.
constexpr size_t kMostColumns = 512;

// Of all panels together, where there are some for each of several products.
constexpr size_t kMostFloats = size_t{1} << 18;

// Copies lines, of `length` elements at distance `step`, to where they lie `to_stride` apart.
void copy_lines(
    const float* from,
    ptrdiff_t line,
    ptrdiff_t step,
    size_t lines,
    size_t length,
    float* to,
    size_t to_stride) {
  if (step == 1) {
    for (size_t i = 0; i < lines; ++i) {
      std::memcpy(to + i * to_stride, from + static_cast<ptrdiff_t>(i) * line, length * sizeof(float));
    }
  } else if (line == 1 && step > 1) {
    transpose(from, static_cast<size_t>(step), lines, length, to, to_stride);
  } else {
    for (size_t i = 0; i < lines; ++i) {
      for (size_t j = 0; j < length; ++j) {
        to[i * to_stride + j] = from[static_cast<ptrdiff_t>(i) * line + static_cast<ptrdiff_t>(j) * step];
      }
    }
  }
}

// The matrix in the last two dimensions of a view, from index i of the first on.
FloatMatrix matrix_of(const View& view, size_t i) {
  constexpr ptrdiff_t size = sizeof(float);
  const char* data = view.data + static_cast<ptrdiff_t>(i) * view.strides[0];
  FloatMatrix matrix{reinterpret_cast<const float*>(data), view.strides[1] / size, view.strides[2] / size};
  // A single row or column is at any distance from the next.
  matrix.column_stride = view.sizes[2] == 1 ? 1 : matrix.column_stride;
  matrix.row_stride = view.sizes[1] == 1 && matrix.column_stride != 1 ? 1 : matrix.row_stride;
  return matrix;
}

}  // namespace

void LeftMatrix::pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const {
  const float* from = matrix_.data + static_cast<ptrdiff_t>(first) * matrix_.row_stride +
                      static_cast<ptrdiff_t>(k) * matrix_.column_stride;
  copy_lines(from, matrix_.row_stride, matrix_.column_stride, count, depth, to, stride);
}

void RightMatrix::pack(size_t first, size_t count, size_t k, size_t depth, float* to, size_t stride) const {
  const float* from = matrix_.data + static_cast<ptrdiff_t>(k) * matrix_.row_stride +
                      static_cast<ptrdiff_t>(first) * matrix_.column_stride;
  copy_lines(from, matrix_.row_stride, matrix_.column_stride, depth, count, to, stride);
}

bool Panels::allocate(Context& ctx, size_t n, size_t k, size_t most) {
  const size_t rounded = n > 0 ? (n + 127) / 128 * 128 : 128;
  columns = rounded < kMostColumns ? rounded : kMostColumns;
  floats = columns * (k > kDepth ? kDepth : k > 0 ? k : 1);
  parts = std::min({most, kMostParts, kMostFloats / floats});
  const size_t threads = parts > 1 ? thread_count() : 1;
  parts = threads > 1 && parts >= threads ? parts : 1;
  const auto memory = ctx.allocate_temp(parts * floats * sizeof(float), 64);
  if (!memory.ok()) {
    fail(ctx, memory.error());
    return false;
  }
  data = static_cast<float*>(*memory);
  return true;
}

bool multiply(
    Context& ctx,
    const View& a,
    const View& b,
    const View* bias,
    double alpha,
    double beta,
    const View& out) {
  if (out.dtype != ScalarType::Float) {
    return false;
  }
  const FloatMatrix to = matrix_of(out, 0);
  if (to.column_stride != 1 || (out.sizes[1] > 1 && to.row_stride < out.sizes[2])) {
    return false;
  }
  if (bias) {
    const FloatMatrix matrix = matrix_of(*bias, 0);
    if (bias->sizes[2] > 1 && matrix.column_stride != 0 && matrix.column_stride != 1) {
      return false;
    }
  }
  const auto m = static_cast<size_t>(out.sizes[1]), n = static_cast<size_t>(out.sizes[2]),
             k = static_cast<size_t>(a.sizes[2]), count = static_cast<size_t>(out.sizes[0]);
  const auto run = [&](size_t i, bool is_part, const Panels& panels) {
    const FloatMatrix left = matrix_of(a, i), right = matrix_of(b, i), result = matrix_of(out, i);
    const LeftMatrix lines(left);
    const RightMatrix columns(right);
    FloatProduct product{lines, columns, &left, &right};
    product.m = m;
    product.n = n;
    product.k = k;
    product.out = const_cast<float*>(result.data);
    product.out_stride = result.row_stride;
    if (bias) {
      const FloatMatrix offsets = matrix_of(*bias, i);
      product.bias = offsets.data;
      product.bias_strides[0] = offsets.row_stride;
      product.bias_strides[1] = offsets.column_stride;
    }
    product.alpha = static_cast<float>(alpha);
    product.beta = static_cast<float>(beta);
    product.is_part = is_part;
    multiply(product, panels);
  };
  // Products of their own where there is memory for as many as there are threads: they need not wait for each
  // other, as those who share one do for what is packed.
  Panels panels;
  if (!panels.allocate(ctx, n, k, count)) {
    return true;
  }
  if (panels.parts == 1) {
    for (size_t i = 0; i < count; ++i) {
      run(i, /*is_part=*/false, panels);
    }
    return true;
  }
  const size_t share = (count + panels.parts - 1) / panels.parts;
  parallel(panels.parts, share * m * n * k / 32, [&](size_t begin, size_t end) {
    for (size_t i = begin * share; i < count && i < end * share; ++i) {
      run(i, /*is_part=*/true, panels.part(begin));
    }
  });
  return true;
}

}  // namespace etk::vec
