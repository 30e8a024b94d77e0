// The maxima and minima along dimensions of a tensor, and their indices.
#include "vec/base/layout.h"
#include "vec/reduce/extremes.h"  // IWYU pragma: associated
#include "vec/reduce/rows_as_columns.h"

#include <cstring>
#include <limits>

namespace etk::vec {
namespace {

// Reduces one long row with all threads.
size_t find_in_long_row(bool largest, const Elements& x, size_t n) {
  size_t places[kMostRowParts];
  const size_t parts = parallel_parts(n, places, [&](size_t begin, size_t end) {
    return begin + find_extreme(largest, x + begin, end - begin);
  });
  alignas(int64_t) char values[kMostRowParts * sizeof(int64_t)];
  for (size_t i = 0; i < parts; ++i) {
    std::memcpy(values + i * x.size, (x + places[i]).data, x.size);
  }
  return places[find_extreme(largest, {values, x.dtype, x.size}, parts)];
}

template <typename T>
void copy_found(const char* from, const int64_t* where, size_t n, size_t stride, size_t step, char* to) {
  for (size_t i = 0; i < n; ++i, from += step * sizeof(T), to += sizeof(T)) {
    std::memcpy(to, from + static_cast<size_t>(where[i]) * stride * sizeof(T), sizeof(T));
  }
}

// to[i] = x[i · step + where[i] · stride].
void copy_found(const Elements& x, const int64_t* where, size_t n, size_t stride, size_t step, char* to) {
  const auto copy = x.size == 1   ? copy_found<uint8_t>
                    : x.size == 2 ? copy_found<uint16_t>
                    : x.size == 4 ? copy_found<uint32_t>
                                  : copy_found<uint64_t>;
  copy(x.data, where, n, stride, step, to);
}

void find_along(bool largest, const RowShape& rows, const Elements& x, int64_t* where, char* values) {
  const size_t n = rows.n, inner = rows.inner;
  const auto copy_rows = [&](size_t first, size_t count) {
    if (values) {
      copy_found(x + first * n, where + first, count, 1, n, values + first * x.size);
    }
  };
  if (inner == 1 && rows.outer == 1) {
    *where = static_cast<int64_t>(find_in_long_row(largest, x, n));
    copy_rows(0, 1);
  } else if (inner == 1 && x.dtype == ScalarType::Float && are_short(rows, Array(x.data, x.dtype))) {
    const auto* const floats = static_cast<const float*>(static_cast<const void*>(x.data));
    parallel_short_rows(
        rows, 2, floats, [&](const float* columns, size_t stride, size_t first, size_t count) {
          const Elements block{reinterpret_cast<const char*>(columns), x.dtype, x.size};
          find_extremes(largest, block, n, stride, count, where + first);
          copy_rows(first, count);
        });
  } else if (inner == 1) {
    parallel(rows.outer, n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        where[i] = static_cast<int64_t>(find_extreme(largest, x + i * n, n));
      }
      copy_rows(begin, end - begin);
    });
  } else {
    parallel_columns(rows, 2, [&](size_t outer, size_t column, size_t columns) {
      const Elements from = x + (outer * n * inner + column);
      const size_t first = outer * inner + column;
      find_extremes(largest, from, n, inner, columns, where + first);
      if (values) {
        copy_found(from, where + first, columns, inner, 1, values + first * x.size);
      }
    });
  }
}

}  // namespace

bool extremes(bool largest, const Tensor& self, DimSet dims, bool keepdim, Tensor* values, Tensor& indices) {
  const ScalarType dtype = self.scalar_type();
  const bool has_vectors =
      is_single(dtype) || is_int_or_long(dtype) || (is_small(dtype) && dtype != ScalarType::Bool);
  // Over several dimensions, the index is that of the elements in their own order.
  const bool has_one_dim = (dims & (dims - 1)) == 0;
  RowShape rows;
  const auto read_rows = [&] {
    return has_one_dim ? rows.read_in_memory(self, dims, dtype) : rows.read(self, dims, dtype);
  };
  if (!has_vectors || indices.scalar_type() != ScalarType::Long ||
      (values && values->scalar_type() != dtype) || !read_rows() ||
      rows.n > static_cast<size_t>(std::numeric_limits<int32_t>::max()) ||
      (values && !resize_reduction(self, dims, keepdim, *values)) ||
      !resize_reduction(self, dims, keepdim, indices)) {
    return false;
  }
  const Elements x{self.const_data_ptr<char>(), dtype, static_cast<size_t>(self.element_size())};
  char* const to = values ? values->mutable_data_ptr<char>() : nullptr;
  find_along(largest, rows, x, indices.mutable_data_ptr<int64_t>(), to);
  return true;
}

}  // namespace etk::vec
