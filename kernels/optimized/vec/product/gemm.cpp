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
  const size_t threads = p.is_part ? 1 : thread_count();
  return HWY_MIN(hwy::RoundUpTo(hwy::DivCeil(p.n, threads), 64), kWide / p.m / 64 * 64);
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

// Computes columns [begin, end), `room` at a time.
void multiply_columns(
    const FloatProduct& p, bool is_direct, size_t begin, size_t end, float* packed, size_t room) {
  const size_t most = HWY_MIN(p.k, kDepth);
  ptrdiff_t offsets[kDepth];
  for (size_t k = 0; is_direct && k < most; ++k) {
    offsets[k] = static_cast<ptrdiff_t>(k) * p.right->row_stride;
  }
  Block block;
  block.packed = packed;
  block.is_lines = is_direct && p.m <= kFewRows && p.k > 0;
  block.panel = block.is_lines ? line_width(p) : panel_width();
  block.stride = most * block.panel;
  for (block.column = begin; block.column < end; block.column += room) {
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

// Divides the columns of a product with few rows, where packing takes much of the time: each thread packs
// what it multiplies, and finds it in its cache. Slices begin where panels do. False if threads had better
// share the columns.
bool multiply_slices(const FloatProduct& p, const Panels& panels) {
  constexpr size_t kMostRows = 144, kFewestPanels = 4;
  const size_t width = panel_width(), all = hwy::DivCeil(p.n, width);
  if (p.m > kMostRows || p.m * p.n * p.k / 32 < 2 * kGrain) {
    return false;
  }
  const size_t threads = thread_count();
  if (threads == 1 || all < threads * kFewestPanels) {
    return false;
  }
  // Several for each thread, so that one that wakes late is not waited for.
  const size_t slices = threads * HWY_MIN(size_t{4}, all / (threads * kFewestPanels));
  const size_t room = panels.columns / slices / width * width;
  if (room == 0) {
    return false;
  }
  parallel(slices, p.m * p.n / slices * p.k / 32, [&](size_t begin, size_t end) HWY_ATTR {
    FloatProduct part = p;
    part.is_part = true;
    for (size_t i = begin; i < end; ++i) {
      const auto column_of = [&](size_t slice) { return HWY_MIN(p.n, slice * all / slices * width); };
      multiply_columns(
          part, /*is_direct=*/false, column_of(i), column_of(i + 1),
          panels.data + i * room * HWY_MIN(p.k, kDepth), room);
    }
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
  if (is_direct || p.is_part || !multiply_slices(p, panels)) {
    multiply_columns(p, is_direct, 0, p.n, panels.data, is_direct ? p.n : panels.columns);
  }
}

void multiply_direct_floats(
    const FloatProduct& p, size_t k, size_t depth, size_t column, const DirectColumns& columns) {
  Block block;
  block.k = k;
  block.depth = depth;
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
