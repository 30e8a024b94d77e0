#include "vec/order/search.h"

#include "vec/base/array.h"
#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/move/convert_array.h"
#include "vec/order/search_row.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// The maximum length of a row that is widened to floats.
constexpr size_t kWideRow = 2048;

// Values, of which each `count` are searched in the next row of `size` elements.
struct Searched {
  ScalarType dtype;
  size_t element_size, size, count;
  const char* rows;
  const char* values;
  bool right;

  bool is_widened() const {
    return is_single(dtype) && dtype != ScalarType::Float;
  }
  ScalarType compared() const {
    return is_single(dtype) ? ScalarType::Float : dtype;
  }

  const void* row(size_t number, float* wide) const;
  bool are_ascending(size_t number) const;
  void find(size_t begin, size_t end, ScalarType result, char* places) const;
};

// A row in the type of the comparison, possibly copied to `wide`.
const void* Searched::row(size_t number, float* wide) const {
  const char* const row = rows + number * size * element_size;
  if (!is_widened()) {
    return row;
  }
  load_lines(Array(row, dtype), 0, 1, size, wide, 0);
  return wide;
}

bool Searched::are_ascending(size_t number) const {
  float wide[kWideRow];
  return vec::are_ascending(compared(), row(number, wide), size);
}

// Searches for the values from `begin` on in one row.
void Searched::find(size_t begin, size_t end, ScalarType result, char* places) const {
  alignas(64) char wanted[kMostValues * sizeof(int64_t)], found[kMostValues * sizeof(int64_t)];
  float wide[kWideRow];
  const void* const sorted = row(begin / count, wide);
  const ScalarType own = dtype == ScalarType::Long ? ScalarType::Long : ScalarType::Int;
  for (size_t i = begin, n; i < end; i += n) {
    n = std::min(end - i, kMostValues);
    const char* const from = values + i * element_size;
    if (is_widened()) {
      load_lines(Array(from, dtype), 0, 1, n, reinterpret_cast<float*>(wanted), 0);
    } else {
      std::memcpy(wanted, from, n * element_size);
    }
    find_in_row(compared(), sorted, size, right, wanted, n, found);
    const size_t result_size = result == ScalarType::Long ? sizeof(int64_t) : sizeof(int32_t);
    char* const to = places + i * result_size;
    if (own == result) {
      std::memcpy(to, found, n * result_size);
    } else if (own == ScalarType::Long) {
      to_integers(own, found, n, to);
    } else {
      from_integers(found, n, result, to);
    }
  }
}

}  // namespace

bool find_places(const etk::Search& search, const Tensor& values, Tensor& out) {
  const Tensor& sorted = search.sorted;
  const ScalarType dtype = sorted.scalar_type();
  const auto n = static_cast<size_t>(values.numel()),
             size = static_cast<size_t>(sorted.size(sorted.dim() - 1));
  const bool has_vectors = is_single(dtype) || dtype == ScalarType::Int || dtype == ScalarType::Long;
  if (!has_vectors || values.scalar_type() != dtype || search.order || n == 0 || size == 0 ||
      !is_array(sorted) || !is_array(values) || !is_array(out)) {
    return false;
  }
  const size_t count = sorted.dim() == 1 ? n : static_cast<size_t>(values.size(values.dim() - 1));
  const Searched searched{
      dtype,
      static_cast<size_t>(sorted.element_size()),
      size,
      count,
      sorted.const_data_ptr<char>(),
      values.const_data_ptr<char>(),
      search.right};
  // Rows are checked as a whole, which does not pay off for few values. Rows that are not sorted, or contain
  // NaN, are left to the portable pattern, so that the results are the same.
  constexpr size_t kWorth = 64;
  bool fits = size / kWorth <= count && (!searched.is_widened() || size <= kWideRow);
  for (size_t i = 0; i < n / count && fits; ++i) {
    fits = searched.are_ascending(i);
  }
  if (fits) {
    char* const places = out.mutable_data_ptr<char>();
    size_t steps = 1;
    while (size >> steps != 0) {
      ++steps;
    }
    parallel(n, 4 * steps, [&](size_t begin, size_t end) {
      for (size_t next; begin < end; begin = next) {
        next = std::min((begin / count + 1) * count, end);
        searched.find(begin, next, out.scalar_type(), places);
      }
    });
  }
  return fits;
}

}  // namespace etk::vec
