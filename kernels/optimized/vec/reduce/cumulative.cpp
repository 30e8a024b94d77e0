#include "vec/reduce/cumulative.h"

#include "vec/reduce/rows_as_columns.h"

namespace etk::vec {

bool accumulate(const Accumulation& accumulation, const Tensor& self, DimSet dims, Tensor& out) {
  RowShape rows;
  if (out.scalar_type() != self.scalar_type() || !rows.read_in_memory(self, dims) ||
      !resize(out, Shape(self)) || !is_in_order_of(self, out)) {
    return false;
  }
  const Array from = array_of(self), to = array_of(out);
  const size_t n = rows.n, inner = rows.inner;
  const auto accumulate_columns = accumulation.columns;
  if ((inner > 1 || n < accumulation.few) && are_short(rows, from)) {
    map_short_rows(rows, 2, from.floats(), to.floats(), [&](float* x, size_t stride, size_t count) {
      accumulate_columns(x, count, n, stride, x);
    });
  } else if (inner == 1) {
    parallel(rows.outer, n, [&](size_t begin, size_t end) {
      accumulation.lines(from + begin * n, end - begin, n, to + begin * n);
    });
  } else {
    parallel_columns(rows, 1, [&](size_t outer, size_t column, size_t columns) {
      const size_t first = outer * n * inner + column;
      accumulate_columns(from + first, columns, n, inner, to + first);
    });
  }
  return true;
}

}  // namespace etk::vec
