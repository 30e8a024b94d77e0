#include "vec/order/order.h"

#include "vec/base/layout.h"
#include "vec/move/copy_planes.h"
#include "vec/order/sort_row.h"
#include "vec/reduce/extremes.h"
#include "vec/reduce/rows.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>
#include <limits>

namespace etk::vec {
namespace {

// The number of bytes of columns that are copied to rows at a time.
constexpr size_t kColumnRoom = 12288;

// The rows of a tensor, and the outs for the first k elements of each.
struct Ordering {
  RowShape shape;
  KeyOrder order;
  size_t k;
  const char* from;
  char* values;
  char* indices;

  // The row at this outer index and column.
  OrderedRow row(size_t outer, size_t column) const {
    const size_t n = shape.n, inner = shape.inner, size = order.size;
    const size_t first = outer * k * inner + column;
    return {
        order,
        n,
        k,
        from + (outer * n * inner + column) * size,
        inner,
        values + first * size,
        indices + first * sizeof(int64_t),
        inner};
  }

  bool run(Context& ctx) const;
  bool run_in_memory(Context& ctx) const;
  void run_columns(size_t outer, size_t column, size_t columns) const;
};

// Sorts a row on the stack, or in the outs.
void run_row(const OrderedRow& row) {
  if (selects(row)) {
    select_row(row);
  } else if (row.sort_bytes() <= kRowRoom) {
    alignas(uint64_t) char memory[kRowRoom];
    sort_row(row, memory);
  } else {
    sort_row(row, nullptr);
  }
}

template <typename T>
void copy_columns(const OrderedRow& row, size_t columns, char* to) {
  const size_t stride = row.n * sizeof(T), step = row.from_stride * sizeof(T);
  for (size_t i = 0; i < row.n; i += kTile) {
    const Plane plane{
        columns, std::min(kTile, row.n - i), static_cast<ptrdiff_t>(stride), static_cast<ptrdiff_t>(step)};
    copy_tile<T>(plane, i, row.from, to + i * sizeof(T));
  }
}

// Copies columns to rows first, as many as fit the first-level cache.
void Ordering::run_columns(size_t outer, size_t column, size_t columns) const {
  OrderedRow each = row(outer, column);
  alignas(64) char rows[kColumnRoom];
  switch (order.size) {
    case 1:
      copy_columns<uint8_t>(each, columns, rows);
      break;
    case 2:
      copy_columns<uint16_t>(each, columns, rows);
      break;
    case 4:
      copy_columns<float>(each, columns, rows);
      break;
    default:
      copy_columns<double>(each, columns, rows);
  }
  each.from_stride = 1;
  for (size_t i = 0; i < columns; ++i) {
    each.from = rows + i * shape.n * order.size;
    run_row(each);
    each.values += order.size;
    each.indices += sizeof(int64_t);
  }
}

bool Ordering::run(Context& ctx) const {
  constexpr size_t kFew = 4;  // too few columns for a copy to pay off
  const size_t n = shape.n, inner = shape.inner;
  const OrderedRow first = row(0, 0);
  const bool is_selected = selects(first), in_outs = inner == 1 && k == n;
  if (!is_selected && !in_outs && first.sort_bytes() > kRowRoom) {
    return run_in_memory(ctx);
  }
  const size_t cost = is_selected ? 2 : 16, most = std::min(kTile, kColumnRoom / (n * order.size));
  if (inner < kFew || most < kFew) {
    parallel(shape.outer * inner, n * cost, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        run_row(row(i / inner, i % inner));
      }
    });
  } else {
    const auto run_block = [this](size_t outer, size_t column, size_t columns) {
      run_columns(outer, column, columns);
    };
    parallel_columns(shape, cost, run_block, most);
  }
  return true;
}

// Each thread has its own temporary memory.
bool Ordering::run_in_memory(Context& ctx) const {
  constexpr size_t kMost = size_t{1} << 20;
  const size_t rows = shape.outer * shape.inner;
  const size_t bytes = (row(0, 0).sort_bytes() + 63) / 64 * 64;
  const auto allocate = [&ctx, bytes](size_t count) {
    const auto memory = ctx.allocate_temp(count * bytes, 64);
    return memory.ok() ? static_cast<char*>(*memory) : nullptr;
  };
  size_t memories = memories_for(rows, kMost / bytes);
  char* memory = allocate(memories);
  if (!memory && memories > 1) {
    memories = 1;
    memory = allocate(memories);
  }
  if (!memory) {
    return false;
  }
  parallel_items(rows, memories, shape.n * 16, [&](size_t i, size_t own) {
    sort_row(row(i / shape.inner, i % shape.inner), memory + own * bytes);
  });
  return true;
}

}  // namespace

bool order(
    Context& ctx, const Tensor& self, size_t d, int64_t k, bool descending, Tensor& values, Tensor& indices) {
  const ScalarType dtype = self.scalar_type();
  const DimSet dims = DimSet{1} << d;
  if (k == 1 && descending && extremes(/*largest=*/true, self, dims, /*keepdim=*/true, &values, indices)) {
    return true;
  }
  Shape shape(self);
  RowShape rows;
  if (dtype == ScalarType::Bool || is_large_unsigned(dtype) || values.scalar_type() != dtype ||
      indices.scalar_type() != ScalarType::Long || k == 0 || !rows.read_in_memory(self, dims, dtype) ||
      rows.n > std::numeric_limits<uint32_t>::max()) {
    return false;
  }
  if (shape.rank > 0) {
    shape.sizes[d] = static_cast<executorch::aten::SizesType>(k);
  }
  if (!resize(values, shape) || !resize(indices, shape) || !is_in_order_of(self, values) ||
      !is_in_order_of(self, indices)) {
    return false;
  }
  const auto size = static_cast<size_t>(self.element_size());
  const Ordering ordering{
      rows,
      {dtype, size, descending},
      static_cast<size_t>(k),
      self.const_data_ptr<char>(),
      values.mutable_data_ptr<char>(),
      indices.mutable_data_ptr<char>()};
  return ordering.run(ctx);
}

}  // namespace etk::vec
