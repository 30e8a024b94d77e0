// Reductions of integers and Bools over adjacent dimensions: sums, which wrap around, and extremes. The
// results do not depend on how threads divide the work.
#include "vec/reduce/rows_integers.h"  // IWYU pragma: associated

#include <cstdint>

namespace etk::vec {
namespace {

// Reduces one long line with all threads.
template <typename R>
void reduce_long_line(IntegerRows all, size_t size, R* out) {
  R partial[kMostRowParts];
  const size_t parts = parallel_parts(all.n, partial, [&](size_t begin, size_t end) {
    IntegerRows part = all.from(begin * size);
    part.n = end - begin;
    R result = 0;
    reduce_integer_rows(part, &result);
    return result;
  });
  IntegerRows results = all;
  results.data = partial;  // partial results are integers as wide as the result
  results.dtype = all.result;
  results.n = parts;
  reduce_integer_rows(results, out);
}

}  // namespace

bool reduce_integers(
    Reduction reduction, const Tensor& self, std::optional<DimSet> dims, bool keepdim, Tensor& out) {
  RowShape shape;
  const ScalarType dtype = self.scalar_type(), result = out.scalar_type();
  const bool is_sum = reduction == Reduction::kSum, is_own = dtype == result && dtype != ScalarType::Bool;
  const bool fits = (is_int_or_long(dtype) && is_own) ||
                    (is_sum ? result == ScalarType::Long && (is_int_or_long(dtype) || is_small(dtype))
                            : is_small(dtype) && is_own);
  if (!fits || !dims || !shape.read_in_memory(self, *dims, dtype) ||
      !resize_reduction(self, *dims, keepdim, out)) {
    return false;
  }
  const size_t size = self.element_size(), out_size = out.element_size(), inner = shape.inner;
  const IntegerRows all{reduction, self.const_data_ptr(), dtype, result, 1, shape.n, inner, inner};
  void* const data = out.mutable_data_ptr();
  auto* const to = static_cast<char*>(data);
  if (inner == 1 && shape.outer == 1) {
    switch (out_size) {
      case 1:
        reduce_long_line(all, size, static_cast<int8_t*>(data));
        break;
      case 2:
        reduce_long_line(all, size, static_cast<int16_t*>(data));
        break;
      case 4:
        reduce_long_line(all, size, static_cast<int32_t*>(data));
        break;
      default:
        reduce_long_line(all, size, static_cast<int64_t*>(data));
    }
  } else if (inner <= kColumns) {
    parallel(shape.outer, shape.n * inner, [&](size_t begin, size_t end) {
      IntegerRows rows = all.from(begin * shape.n * inner * size);
      rows.outer = end - begin;
      reduce_integer_rows(rows, to + begin * inner * out_size);
    });
  } else {
    parallel_columns(shape, 1, [&](size_t outer, size_t column, size_t columns) {
      IntegerRows rows = all.from((outer * shape.n * inner + column) * size);
      rows.columns = columns;
      reduce_integer_rows(rows, to + (outer * inner + column) * out_size);
    });
  }
  return true;
}

}  // namespace etk::vec
