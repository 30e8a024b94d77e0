#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/product/gemm.cpp"
#include "vec/base/each_target.h"

#include "vec/base/parallel.h"
#include "vec/product/gemm.h"
#include "vec/product/run_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// The number of columns in a panel for products with few rows: at least one panel per thread.
size_t line_width(const FloatProduct& p) {
  return HWY_MIN(hwy::RoundUpTo(hwy::DivCeil(p.n, thread_count()), 64), kWide / p.m / 64 * 64);
}

// A product whose out has rows that fit a vector: computes each row directly, without packing.
void multiply_few(const FloatProduct& p, const float* a, const float* b) {
  const Tag d;
  HWY_ALIGN float tile[hn::MaxLanes(Tag())];
  for (size_t i = 0; i < p.m; ++i, a += p.left->row_stride) {
    V sum = hn::Zero(d);
    const float* line = b;
    for (size_t k = 0; k < p.k; ++k, line += p.right->row_stride) {
      sum = hn::MulAdd(
          hn::Set(d, a[static_cast<ptrdiff_t>(k) * p.left->column_stride]), hn::LoadN(d, line, p.n), sum);
    }
    hn::Store(sum, d, tile);
    store_tile(p, tile, 0, i, 1, 0, p.n, /*first=*/true, /*last=*/true);
    activate(p, i, 1, 0, p.n);
  }
}

// A part of the out.
struct OutSlice {
  size_t row, rows, column, columns;
};

// Computes a slice, `room` columns at a time.
void multiply_slice(
    const FloatProduct& p, bool is_direct, const OutSlice& slice, float* packed, size_t room) {
  const size_t most = HWY_MIN(p.k, kDepth);
  ptrdiff_t offsets[kDepth];
  for (size_t k = 0; is_direct && k < most; ++k) {
    offsets[k] = static_cast<ptrdiff_t>(k) * p.right->row_stride;
  }
  Block block;
  block.row = slice.row;
  block.rows = slice.rows;
  block.packed = packed;
  block.is_lines = is_direct && p.m <= kFewRows && p.k > 0;
  block.panel = block.is_lines ? line_width(p) : panel_width();
  block.stride = most * block.panel;
  const size_t end = slice.column + slice.columns;
  for (block.column = slice.column; block.column < end; block.column += room) {
    const size_t columns = HWY_MIN(room, end - block.column);
    block.direct = {nullptr, offsets, columns, columns, columns};
    block.pads_last = !block.is_lines && columns % block.panel != 0;
    block.few = p.ends_in_dots && !block.is_lines ? few_columns(columns, most) : 0;
    block.k = 0;
    do {
      block.depth = HWY_MIN(most, p.k - block.k);
      if (is_direct) {
        block.direct.data = p.right->from(block.k, block.column).data.floats();
      }
      run_block(p, block);
      block.k += block.depth;
    } while (block.k < p.k);
  }
}

// How threads divide a product whose factors take long to pack: each computes some of the columns, or some of
// the rows, packs what it multiplies, finds it in its cache, and waits for the others once.
struct Slices {
  bool are_rows;
  size_t size, unit, units;  // slices begin at multiples of a unit: a panel, or a pair of rows
  size_t count;

  // The first row or column of slice i.
  size_t begin(size_t i) const {
    return HWY_MIN(size, i * units / count * unit);
  }
};

// `count` is 0 if threads had better share the packed columns.
Slices slices_of(const FloatProduct& p, size_t threads) {
  constexpr size_t kManyRows = 96;
  // If there are many rows, a thread that computes the next operator by channels reads its own results.
  const bool are_rows = p.m > p.n || (p.m >= kManyRows && p.m >= 2 * p.k);
  const size_t size = are_rows ? p.m : p.n, unit = are_rows ? 2 : panel_width();
  const size_t units = hwy::DivCeil(size, unit), share = units / threads;
  // Each slice packs the other factor again. If that takes little of the time, there are several for each
  // thread, so that a slow one is not waited for.
  const size_t fewest = are_rows ? 20 : 3, many = are_rows ? 96 : 6;
  const size_t of_thread = share < fewest ? 0 : HWY_MAX(size_t{1}, HWY_MIN(size_t{4}, share / many));
  return {are_rows, size, unit, units, threads * of_thread};
}

// Computes the slices; false if there are none.
bool multiply_slices(const FloatProduct& p, const Panels& panels) {
  if (!is_divided(p.m * p.n * p.k / 32)) {
    return false;
  }
  const size_t threads = thread_count(), width = panel_width();
  const Slices slices = slices_of(p, threads);
  const size_t room = panels.columns / threads / width * width;
  if (threads == 1 || slices.count == 0 || room == 0) {
    return false;
  }
  const size_t cost = p.m * p.n / slices.count * p.k / 32;
  parallel_items(slices.count, threads, cost, [&](size_t i, size_t memory) HWY_ATTR {
    const size_t first = slices.begin(i), count = slices.begin(i + 1) - first;
    const OutSlice slice = slices.are_rows ? OutSlice{first, count, 0, p.n} : OutSlice{0, p.m, first, count};
    multiply_slice(p, /*is_direct=*/false, slice, panels.data + memory * room * HWY_MIN(p.k, kDepth), room);
  });
  return true;
}

void multiply_floats(const FloatProduct& p, const Panels& panels) {
  if (p.m == 0 || p.n == 0) {
    return;
  }
  const bool are_matrices = p.left && p.right;
  // For products this small, the setup below takes longer than the multiplications.
  constexpr size_t kFewProducts = 256;
  const bool are_floats = are_matrices && !p.left->data.is_narrow() && !p.right->data.is_narrow();
  if (are_floats && p.n <= hn::Lanes(Tag()) && p.m * p.n * p.k <= kFewProducts &&
      p.right->column_stride == 1) {
    multiply_few(p, p.left->data.floats(), p.right->data.floats());
    return;
  }
  // If b fits the second-level cache, packing it takes no longer than reading it for some more rows.
  constexpr size_t kSmall = size_t{1} << 17;
  const size_t few = p.n * p.k < kSmall ? kDotRows : 4 * kDotRows;
  if (are_matrices && p.m <= few && p.left->column_stride == 1 && p.right->row_stride == 1 &&
      p.right->column_stride != 1) {
    multiply_dots(p);
    return;
  }
  // For few rows, packing the columns does not pay off.
  const bool is_direct =
      p.m <= kRows && p.right && p.right->column_stride == 1 && p.right->data.dtype == ScalarType::Float;
  if (is_direct || !multiply_slices(p, panels)) {
    multiply_slice(p, is_direct, {0, p.m, 0, p.n}, panels.data, is_direct ? p.n : panels.columns);
  }
}

void multiply_direct_floats(
    const FloatProduct& p, size_t k, size_t depth, size_t column, const DirectColumns& columns) {
  Block block;
  block.k = k;
  block.depth = depth;
  block.row = 0;
  block.rows = p.m;
  block.column = column;
  block.direct = columns;
  block.pads_last = false;
  block.few = 0;
  block.packed = nullptr;
  block.is_lines = false;
  block.panel = panel_width();
  block.stride = 0;
  run_block(p, block);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(multiply_floats);
HWY_EXPORT(multiply_direct_floats);

void multiply(const FloatProduct& product, const Panels& panels) {
  HWY_DYNAMIC_DISPATCH(multiply_floats)(product, panels);
}

void multiply_direct(
    const FloatProduct& product, size_t k, size_t depth, size_t column, const DirectColumns& columns) {
  HWY_DYNAMIC_DISPATCH(multiply_direct_floats)(product, k, depth, column, columns);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
