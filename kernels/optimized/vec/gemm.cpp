#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/gemm.cpp"
#include "vec/each_target.h"

#include "vec/gemm.h"
#include "vec/parallel.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using V = hn::Vec<Tag>;

// The microkernel's rows, and the vectors in a row, by the registers there are.
#if HWY_TARGET <= HWY_AVX3
constexpr size_t kRows = 14, kVectors = 2;
#elif HWY_TARGET <= HWY_SSE2
constexpr size_t kRows = HWY_TARGET == HWY_AVX2 ? 6 : 4, kVectors = 2;
#else
constexpr size_t kRows = 6, kVectors = 4;
#endif

// Rows of a are copied to this distance, so that they do not meet in one set of the cache.
constexpr size_t kRowStride = kDepth + 16;

HWY_INLINE size_t panel_width() {
  return kVectors * hn::Lanes(Tag());
}

// tile[i][j] = Σ a[i][k] · b[k][j]
template <size_t kRowCount, size_t kVectorCount>
HWY_NOINLINE void run_tile(
    const float* HWY_RESTRICT a,
    const float* HWY_RESTRICT b,
    size_t b_stride,
    size_t depth,
    float* HWY_RESTRICT tile) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  V sums[kRowCount][kVectorCount];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRowCount; ++i) {
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectorCount; ++v) {
      sums[i][v] = hn::Zero(d);
    }
  }
  for (size_t k = 0; k < depth; ++k, b += b_stride) {
    V columns[kVectorCount];
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectorCount; ++v) {
      columns[v] = hn::LoadU(d, b + v * lanes);
    }
    HWY_UNROLL(16)
    for (size_t i = 0; i < kRowCount; ++i) {
      const V row = hn::Set(d, a[i * kRowStride + k]);
      HWY_UNROLL(8)
      for (size_t v = 0; v < kVectorCount; ++v) {
        sums[i][v] = hn::MulAdd(row, columns[v], sums[i][v]);
      }
    }
  }
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRowCount; ++i) {
    HWY_UNROLL(8)
    for (size_t v = 0; v < kVectorCount; ++v) {
      hn::Store(sums[i][v], d, tile + (i * kVectors + v) * lanes);
    }
  }
}

using TileFunction = void (*)(const float*, const float*, size_t, size_t, float*);

// The microkernel for a number of rows: the next larger there is.
template <size_t kVectorCount>
HWY_INLINE TileFunction tile_function(size_t rows) {
  switch ((rows + 1) / 2) {
#if HWY_TARGET <= HWY_AVX3
    case 7:
      return run_tile<14, kVectorCount>;
    case 6:
      return run_tile<12, kVectorCount>;
    case 5:
      return run_tile<10, kVectorCount>;
    case 4:
      return run_tile<8, kVectorCount>;
#endif
    case 3:
      return run_tile<HWY_MIN(6, kRows), kVectorCount>;
    case 2:
      return run_tile<4, kVectorCount>;
    default:
      return rows == 1 ? run_tile<1, kVectorCount> : run_tile<2, kVectorCount>;
  }
}

// out = alpha · tile + beta · bias, or out += alpha · tile, from row and column on.
HWY_NOINLINE void store_tile(
    const FloatProduct& p,
    const float* tile,
    size_t tile_stride,
    size_t row,
    size_t rows,
    size_t column,
    size_t columns,
    bool first) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  const V alpha = hn::Set(d, p.alpha), beta = hn::Set(d, p.beta);
  const bool adds_bias = first && p.bias;
  for (size_t i = 0; i < rows; ++i, tile += tile_stride) {
    const auto at = static_cast<ptrdiff_t>(row + i);
    float* out = p.out + at * p.out_stride + column;
    const float* bias =
        adds_bias ? p.bias + at * p.bias_strides[0] + static_cast<ptrdiff_t>(column) * p.bias_strides[1]
                  : nullptr;
    for (size_t j = 0; j < columns; j += lanes) {
      const size_t left = HWY_MIN(lanes, columns - j);
      V base = hn::Zero(d);
      if (!first) {
        base = hn::LoadN(d, out + j, left);
      } else if (bias) {
        base = hn::Mul(beta, p.bias_strides[1] ? hn::LoadN(d, bias + j, left) : hn::Set(d, *bias));
      }
      const V value = hn::MulAdd(alpha, hn::Load(d, tile + j), base);
      if (left == lanes) {
        hn::StoreU(value, d, out + j);
      } else {
        hn::StoreN(value, d, out + j, left);
      }
    }
  }
}

// A part of the product: columns of b that are packed, or lie in memory as the microkernel reads them.
struct Block {
  size_t k, depth;
  size_t column, columns;
  size_t panel_stride;  // of packed panels
  const float* direct;  // not packed: the first element, and the distance of rows
  size_t direct_stride;
};

HWY_INLINE void pack_panel(const FloatProduct& p, const Block& block, size_t panel, float* to) {
  const size_t width = panel_width(), first = panel * width;
  const size_t count = HWY_MIN(width, block.columns - first);
  p.b.pack(block.column + first, count, block.k, block.depth, to, width);
  for (size_t k = 0; count < width && k < block.depth; ++k) {
    for (size_t j = count; j < width; ++j) {
      to[k * width + j] = 0;
    }
  }
}

// Rows from `row` on, with the panels in [begin, end).
void run_rows(
    const FloatProduct& p,
    const Block& block,
    const float* packed,
    size_t row,
    size_t rows,
    size_t begin,
    size_t end) {
  HWY_ALIGN float a[kRows * kRowStride];
  HWY_ALIGN float tile[kRows * kVectors * hn::MaxLanes(Tag())];
  const size_t lanes = hn::Lanes(Tag()), width = panel_width();
  p.a.pack(row, rows, block.k, block.depth, a, kRowStride);
  // The microkernel may have more rows than are wanted.
  for (size_t i = rows; i < HWY_MIN(kRows, rows + 1); ++i) {
    for (size_t k = 0; k < block.depth; ++k) {
      a[i * kRowStride + k] = 0;
    }
  }
  const TileFunction whole = tile_function<kVectors>(rows);
  for (size_t panel = begin; panel < end; ++panel) {
    const size_t first = panel * width, columns = HWY_MIN(width, block.columns - first);
    const bool is_direct = block.direct && columns == width;
    const float* b =
        is_direct ? block.direct + first : packed + (block.direct ? 0 : panel * block.panel_stride);
    const TileFunction run = columns > lanes ? whole : tile_function<1>(rows);
    run(a, b, is_direct ? block.direct_stride : width, block.depth, tile);
    store_tile(p, tile, width, row, rows, block.column + first, columns, block.k == 0);
  }
}

void run_block(const FloatProduct& p, const Block& block, float* packed) {
  const size_t width = panel_width(), panels = hwy::DivCeil(block.columns, width);
  if (!block.direct) {
    parallel(panels, block.depth * width / 4, [&](size_t begin, size_t end) HWY_ATTR {
      for (size_t panel = begin; panel < end; ++panel) {
        pack_panel(p, block, panel, packed + panel * block.panel_stride);
      }
    });
  } else if (block.columns % width != 0) {
    pack_panel(p, block, panels - 1, packed);
  }
  // Tiles of equal height; where there are few, each takes a part of the panels.
  const size_t tiles = hwy::DivCeil(p.m, kRows), height = hwy::DivCeil(p.m, tiles);
  const size_t parts = HWY_MIN(panels, hwy::DivCeil(size_t{16}, tiles));
  const size_t part = hwy::DivCeil(panels, parts);
  const size_t cost = block.depth * height * part * width / 32;
  parallel(tiles * parts, cost, [&](size_t begin, size_t end) HWY_ATTR {
    while (begin < end) {
      // As many parts of one row as there are: they share what is packed of a.
      const size_t tile = begin / parts, last = HWY_MIN(end, (tile + 1) * parts);
      const size_t row = tile * height, from = begin % parts * part;
      const size_t to = HWY_MIN(panels, (last - tile * parts) * part);
      if (row < p.m && from < to) {
        run_rows(p, block, packed, row, HWY_MIN(height, p.m - row), from, to);
      }
      begin = last;
    }
  });
}

// Four columns of b, which lie in memory as rows, with up to four rows of a.
template <size_t kRowCount>
HWY_NOINLINE void run_dots(
    const float* HWY_RESTRICT a,
    size_t a_stride,
    const float* HWY_RESTRICT b,
    size_t b_stride,
    size_t columns,
    size_t depth,
    float* HWY_RESTRICT tile,
    size_t tile_stride) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  // Columns that there are not are the first once more.
  const float* column[4];
  for (size_t j = 0; j < 4; ++j) {
    column[j] = b + (j < columns ? j : 0) * b_stride;
  }
  V sums[kRowCount][4];
  HWY_UNROLL(4)
  for (size_t i = 0; i < kRowCount; ++i) {
    HWY_UNROLL(4)
    for (size_t j = 0; j < 4; ++j) {
      sums[i][j] = hn::Zero(d);
    }
  }
  const auto add = [&](auto load, size_t k) HWY_ATTR {
    V right[4];
    HWY_UNROLL(4)
    for (size_t j = 0; j < 4; ++j) {
      right[j] = load(column[j] + k);
    }
    HWY_UNROLL(4)
    for (size_t i = 0; i < kRowCount; ++i) {
      const V left = load(a + i * a_stride + k);
      HWY_UNROLL(4)
      for (size_t j = 0; j < 4; ++j) {
        sums[i][j] = hn::MulAdd(left, right[j], sums[i][j]);
      }
    }
  };
  size_t k = 0;
  for (; k + lanes <= depth; k += lanes) {
    add([d](const float* from) HWY_ATTR { return hn::LoadU(d, from); }, k);
  }
  if (k < depth) {
    add([d, left = depth - k](const float* from) HWY_ATTR { return hn::LoadN(d, from, left); }, k);
  }
  HWY_UNROLL(4)
  for (size_t i = 0; i < kRowCount; ++i) {
    HWY_UNROLL(4)
    for (size_t j = 0; j < 4; ++j) {
      tile[i * tile_stride + j] = hn::ReduceSum(d, sums[i][j]);
    }
  }
}

// Few rows, and the columns of b lie in memory as rows: packing would take longer than the product.
void multiply_dots(const FloatProduct& p) {
  const size_t a_stride = static_cast<size_t>(p.left->row_stride);
  const size_t b_stride = static_cast<size_t>(p.right->column_stride);
  const size_t groups = hwy::DivCeil(p.n, size_t{4});
  parallel(groups, p.m * p.k / 2, [&](size_t begin, size_t end) HWY_ATTR {
    constexpr size_t kTileStride = HWY_MAX(4, hn::MaxLanes(Tag()));
    HWY_ALIGN float tile[4 * kTileStride];
    for (size_t group = begin; group < end; ++group) {
      const size_t column = group * 4, columns = HWY_MIN(size_t{4}, p.n - column);
      const float* b = p.right->data + column * b_stride;
      for (size_t row = 0; row < p.m; row += 4) {
        const size_t rows = HWY_MIN(size_t{4}, p.m - row);
        const float* a = p.left->data + row * a_stride;
        const auto run = rows == 4   ? run_dots<4>
                         : rows == 3 ? run_dots<3>
                         : rows == 2 ? run_dots<2>
                                     : run_dots<1>;
        run(a, a_stride, b, b_stride, columns, p.k, tile, kTileStride);
        store_tile(p, tile, kTileStride, row, rows, column, columns, true);
      }
    }
  });
}

void multiply_floats(const FloatProduct& p, const Panels& panels) {
  constexpr size_t kFewRows = 16;
  if (p.m == 0 || p.n == 0) {
    return;
  }
  const bool are_matrices = p.left && p.right;
  if (are_matrices && p.m <= kFewRows && p.left->column_stride == 1 && p.right->row_stride == 1 &&
      p.right->column_stride != 1) {
    multiply_dots(p);
    return;
  }
  const bool is_direct = p.m <= kRows && p.right && p.right->column_stride == 1;
  const size_t width = panel_width(), most = HWY_MIN(p.k, kDepth);
  const size_t room = is_direct ? p.n : panels.columns / width * width;
  for (size_t column = 0; column < p.n; column += room) {
    size_t k = 0;
    do {
      Block block{k, HWY_MIN(most, p.k - k), column, HWY_MIN(room, p.n - column), most * width, nullptr, 0};
      if (is_direct) {
        block.direct = p.right->data + static_cast<ptrdiff_t>(k) * p.right->row_stride + column;
        block.direct_stride = static_cast<size_t>(p.right->row_stride);
      }
      run_block(p, block, panels.data);
      k += block.depth;
    } while (k < p.k);
  }
}

// Blocks of 4 × 4.
void transpose_floats(
    const float* from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride) {
  const hn::FixedTag<float, 4> d;
  const hn::FixedTag<double, 2> pairs;
  size_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    const float* column = from + j * from_stride;
    size_t i = 0;
    for (; i + 4 <= rows; i += 4) {
      const auto a = hn::LoadU(d, column + i), b = hn::LoadU(d, column + from_stride + i);
      const auto c = hn::LoadU(d, column + 2 * from_stride + i),
                 e = hn::LoadU(d, column + 3 * from_stride + i);
      const auto ab = hn::BitCast(pairs, hn::InterleaveLower(d, a, b)),
                 ab_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
      const auto ce = hn::BitCast(pairs, hn::InterleaveLower(d, c, e)),
                 ce_upper = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
      float* at = to + i * to_stride + j;
      hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, ab, ce)), d, at);
      hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, ab, ce)), d, at + to_stride);
      hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, ab_upper, ce_upper)), d, at + 2 * to_stride);
      hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, ab_upper, ce_upper)), d, at + 3 * to_stride);
    }
    for (; i < rows; ++i) {
      for (size_t c = 0; c < 4; ++c) {
        to[i * to_stride + j + c] = column[c * from_stride + i];
      }
    }
  }
  for (; j < columns; ++j) {
    for (size_t i = 0; i < rows; ++i) {
      to[i * to_stride + j] = from[j * from_stride + i];
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cstring>

namespace etk::vec {

HWY_EXPORT(multiply_floats);
HWY_EXPORT(transpose_floats);

namespace {

// Wider than any panel, and a multiple of each.
constexpr size_t kMostColumns = 512;

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

bool Panels::allocate(Context& ctx, size_t n, size_t k) {
  const size_t rounded = (n + 127) / 128 * 128;
  columns = rounded < kMostColumns ? rounded : kMostColumns;
  const size_t depth = k < kDepth ? k : kDepth;
  const auto memory = ctx.allocate_temp(columns * (depth ? depth : 1) * sizeof(float), 64);
  if (!memory.ok()) {
    fail(ctx, memory.error());
    return false;
  }
  data = static_cast<float*>(*memory);
  return true;
}

void multiply(const FloatProduct& product, const Panels& panels) {
  HWY_DYNAMIC_DISPATCH(multiply_floats)(product, panels);
}

void transpose(
    const float* from, size_t from_stride, size_t rows, size_t columns, float* to, size_t to_stride) {
  HWY_DYNAMIC_DISPATCH(transpose_floats)(from, from_stride, rows, columns, to, to_stride);
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
  Panels panels;
  if (!panels.allocate(ctx, static_cast<size_t>(out.sizes[2]), static_cast<size_t>(a.sizes[2]))) {
    return true;
  }
  for (size_t i = 0; i < static_cast<size_t>(out.sizes[0]); ++i) {
    const FloatMatrix left = matrix_of(a, i), right = matrix_of(b, i), result = matrix_of(out, i);
    const LeftMatrix lines(left);
    const RightMatrix columns(right);
    FloatProduct product{lines, columns, &left, &right};
    product.m = static_cast<size_t>(out.sizes[1]);
    product.n = static_cast<size_t>(out.sizes[2]);
    product.k = static_cast<size_t>(a.sizes[2]);
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
    multiply(product, panels);
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
