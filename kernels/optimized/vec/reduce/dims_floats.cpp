// Reductions over dimensions of a tensor: adjacent dimensions, or two groups of adjacent dimensions.
#include "vec/base/layout.h"
#include "vec/reduce/rows.h"  // IWYU pragma: associated
#include "vec/reduce/rows_as_columns.h"

#include <algorithm>
#include <iterator>

namespace etk::vec {
namespace {

// The maximum number of columns of a block, and of the pieces of it that are reduced separately before they
// are combined.
constexpr size_t kBlock = 256, kPieces = 8;

// The length from which rows are reduced one by one, without temporary sums over several rows.
constexpr size_t kLongRow = 512;

// Combines a number with the total of the previous numbers. Sums are in double, so that small numbers are not
// lost.
double combine(Reduction reduction, double next, double total) {
  const bool is_next = reduction == Reduction::kMax ? next > total : next < total;
  return reduction == Reduction::kSum ? total + next : next != next || is_next ? next : total;
}

void combine(Reduction reduction, const float* next, size_t columns, bool first, double* totals) {
  for (size_t j = 0; j < columns; ++j) {
    const auto x = static_cast<double>(next[j]);
    totals[j] = first ? x : combine(reduction, x, totals[j]);
  }
}

// Reduces one long row with all threads.
double reduce_long_row(Reduction reduction, Array x, size_t n) {
  double partial[kMostRowParts] = {};
  const size_t parts = parallel_parts(
      n, partial, [&](size_t begin, size_t end) { return reduce_row(reduction, x + begin, end - begin); });
  double result = partial[0];
  for (size_t i = 1; i < parts; ++i) {
    result = combine(reduction, partial[i], result);
  }
  return result;
}

// Reduces a block of long rows.
double reduce_long_rows(Reduction reduction, const BlockShape& shape, Array from) {
  double total = reduce_row(reduction, from, shape.n);
  for (size_t i = 1; i < shape.rows; ++i) {
    total = combine(reduction, reduce_row(reduction, from + i * shape.stride, shape.n), total);
  }
  return total;
}

// Reduces a block that is larger than the temporary memory on the stack.
void reduce_block(Reduction reduction, const BlockShape& shape, Array from, double scale, Array out) {
  float piece[kWideColumns], pieces[kPieces * kBlock];
  double totals[kBlock];
  for (size_t c = 0, columns; c < shape.inner; c += columns) {
    columns = std::min(kBlock, shape.inner - c);
    const size_t most = columns == shape.inner ? kWideColumns / columns : 1;
    size_t count = 0;
    bool first = true;
    for (size_t i = 0; i < shape.n; i += most) {
      if (count == kPieces) {
        reduce_rows(reduction, pieces, count, columns, columns, 1, piece);
        combine(reduction, piece, columns, first, totals);
        first = false;
        count = 0;
      }
      const size_t n = std::min(most, shape.n - i);
      float* const to = pieces + count++ * columns;
      reduce_rows(
          reduction, from + i * shape.inner + c, shape.rows, shape.stride, n * columns, 1,
          n > 1 ? piece : to);
      if (n > 1) {
        reduce_rows(reduction, piece, n, columns, columns, 1, to);
      }
    }
    if (first) {
      reduce_rows(reduction, pieces, count, columns, columns, scale, out + c);
      continue;
    }
    reduce_rows(reduction, pieces, count, columns, columns, 1, piece);
    combine(reduction, piece, columns, first, totals);
    std::transform(
        totals, totals + columns, piece, [scale](double x) { return static_cast<float>(x * scale); });
    store_lines(piece, 0, 1, columns, out + c, 0);
  }
}

// A tensor whose dimensions are alternately kept and reduced.
struct Groups {
  size_t outer = 1;
  BlockShape block;

  // Reads a contiguous tensor; false if it is not contiguous or has more groups of dimensions.
  bool read(const Tensor& self, DimSet dims);
};

bool Groups::read(const Tensor& self, DimSet dims) {
  const auto sizes = self.sizes();
  size_t* const groups[] = {&block.inner, &block.n, &block.count, &block.rows, &outer};
  size_t group = 0;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] != 1) {
      group += (dims >> d & 1) != group % 2;
      if (group == std::size(groups)) {
        return false;
      }
      *groups[group] *= static_cast<size_t>(sizes[d]);
    }
  }
  block.stride = block.inner * block.n * block.count;
  return is_array(self) && self.numel() > 0;
}

void reduce_groups(Reduction reduction, const Groups& groups, Array from, double scale, Array out) {
  const BlockShape& all = groups.block;
  const size_t size = all.n * all.inner, most = size < kWideColumns ? kWideColumns / size : 1;
  const size_t parts = (all.count + most - 1) / most;
  parallel(groups.outer * parts, all.rows * size * most, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t outer = i / parts, first = i % parts * most;
      BlockShape block = all;
      block.count = std::min(most, all.count - first);
      reduce_blocks(
          reduction, block, from + outer * all.rows * all.stride + first * size, scale,
          out + (outer * all.count + first) * all.inner);
    }
  });
}

}  // namespace

void reduce(Reduction reduction, const RowShape& shape, Array from, double scale, Array out) {
  const size_t n = shape.n;
  if (are_short(shape, from)) {
    const size_t inner = shape.inner;
    const auto reduce_short = [&](float* x, size_t stride, size_t first, size_t count) {
      for (size_t i = 0; i < inner; ++i) {
        float* const row = x + i * stride;
        reduce_rows(reduction, row, n, inner * stride, count, scale, inner == 1 ? out + first : Array(row));
      }
      if (inner > 1) {
        to_rows(x, stride, inner, count, out.floats() + first * inner);
      }
    };
    parallel_short_rows(shape, 2, from.floats(), reduce_short);
  } else if (shape.inner == 1 && shape.outer == 1) {
    out.set(static_cast<float>(reduce_long_row(reduction, from, n) * scale));
  } else if (shape.inner == 1) {
    parallel(shape.outer, n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        (out + i).set(static_cast<float>(reduce_row(reduction, from + i * n, n) * scale));
      }
    });
  } else if (shape.inner <= kColumns) {
    parallel(shape.outer, n * shape.inner, [&](size_t begin, size_t end) {
      const Array first = from + begin * n * shape.inner;
      reduce_rows(
          reduction, first, n, shape.inner, shape.inner, scale, out + begin * shape.inner, end - begin);
    });
  } else {
    const auto reduce_block = [&](size_t outer, size_t column, size_t columns) {
      const Array first = from + outer * n * shape.inner + column;
      reduce_rows(reduction, first, n, shape.inner, columns, scale, out + outer * shape.inner + column);
    };
    parallel_columns(shape, 1, reduce_block, kWideColumns);
  }
}

void reduce_blocks(Reduction reduction, const BlockShape& shape, Array from, double scale, Array out) {
  const size_t size = shape.n * shape.inner, most = kWideColumns / size;
  float rows[kWideColumns];
  for (size_t i = 0, count; i < shape.count; i += count) {
    const Array start = from + i * size, to = out + i * shape.inner;
    count = std::min(most, shape.count - i);
    if (shape.inner == 1 && shape.n >= kLongRow) {
      to.set(static_cast<float>(reduce_long_rows(reduction, shape, start) * scale));
      count = 1;
      continue;
    }
    if (most == 0) {
      reduce_block(reduction, shape, start, scale, to);
      count = 1;
      continue;
    }
    reduce_rows(reduction, start, shape.rows, shape.stride, count * size, 1, rows);
    if (shape.inner == 1) {
      // There are too few rows here to use several threads.
      reduce(reduction, RowShape{count, shape.n, 1}, rows, scale, to);
      continue;
    }
    for (size_t k = 0; k < count; ++k) {
      reduce_rows(reduction, rows + k * size, shape.n, shape.inner, shape.inner, scale, to + k * shape.inner);
    }
  }
}

bool reduce(
    Reduction reduction,
    bool is_mean,
    const Tensor& self,
    std::optional<DimSet> dims,
    bool keepdim,
    Tensor& out) {
  // Most calls reduce adjacent dimensions. Handling them first saves small calls the time for the groups.
  RowShape rows;
  if (rows.read_reduction(self, dims, keepdim, out)) {
    reduce(reduction, rows, array_of(self), is_mean ? 1.0 / static_cast<double>(rows.n) : 1.0, array_of(out));
    return true;
  }
  Groups groups;
  if (!dims || !is_single(self.scalar_type()) || out.scalar_type() != self.scalar_type() ||
      !groups.read(self, *dims) || !resize_reduction(self, *dims, keepdim, out)) {
    return false;
  }
  const double count = static_cast<double>(groups.block.rows * groups.block.n);
  reduce_groups(reduction, groups, array_of(self), is_mean ? 1.0 / count : 1.0, array_of(out));
  return true;
}

}  // namespace etk::vec
