// The rows of a bag are added as columns, several vectors of them at a time. At most kChunk rows are added
// before their sum is added to the total.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/index/bags.cpp"
#include "vec/base/each_target.h"

#include "vec/reduce/columns-inl.h"

#ifndef ETK_VEC_BAGS_TYPES
#define ETK_VEC_BAGS_TYPES

namespace etk::vec {

// Some rows of a table, with their columns from `table` on.
struct BagRows {
  Array table;
  size_t stride;
  int64_t rows[kChunk];
  float factors[kChunk];
  size_t n = 0;
  bool has_factors, is_first;  // there were no rows of the same bag before
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Adds as many vectors of columns as there are sums.
template <class T, class... Vs>
HWY_INLINE void add_vectors(const BagRows& from, const T* table, float* HWY_RESTRICT to, Vs... sums) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < from.n; ++i) {
    const T* row = table + static_cast<size_t>(from.rows[i]) * from.stride;
    if (from.has_factors) {
      const auto factor = hn::Set(d, from.factors[i]);
      ((sums = hn::MulAdd(factor, load(d, row), sums), row += lanes), ...);
    } else {
      ((sums = hn::Add(sums, load(d, row)), row += lanes), ...);
    }
  }
  if (!from.is_first) {
    const float* before = to;
    ((sums = hn::Add(sums, hn::Load(d, before)), before += lanes), ...);
  }
  ((hn::Store(sums, d, to), to += lanes), ...);
}

// Adds the rows to `to`, or sets it to their sum. `to` has the size of whole vectors.
void add_rows(const BagRows& from, size_t columns, float* to) {
  with_elements(from.table, [&](const auto* table) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const size_t lanes = hn::Lanes(d);
    const auto zero = hn::Zero(d);
    size_t j = 0;
    for (; j + 4 * lanes <= columns; j += 4 * lanes) {
      add_vectors(from, table + j, to + j, zero, zero, zero, zero);
    }
    for (; j + lanes <= columns; j += lanes) {
      add_vectors(from, table + j, to + j, zero);
    }
    if (j == columns) {
      return;
    }
    auto sum = from.is_first ? zero : hn::Load(d, to + j);
    for (size_t i = 0; i < from.n; ++i) {
      const auto row = load(d, table + static_cast<size_t>(from.rows[i]) * from.stride + j, columns - j);
      sum = from.has_factors ? hn::MulAdd(hn::Set(d, from.factors[i]), row, sum) : hn::Add(sum, row);
    }
    hn::Store(sum, d, to + j);
  });
}

// Updates the maxima in `to` and the numbers of their rows: the first row with the maximum.
void take_rows(const BagRows& from, size_t columns, float* to, int32_t* sources) {
  with_elements(from.table, [&](const auto* table) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const hn::RebindToSigned<decltype(d)> integers;
    const size_t lanes = hn::Lanes(d);
    for (size_t j = 0; j < columns; j += lanes) {
      const size_t left = HWY_MIN(lanes, columns - j);
      const auto row = [&](size_t i) HWY_ATTR {
        const auto* x = table + static_cast<size_t>(from.rows[i]) * from.stride + j;
        return left == lanes ? load(d, x) : load(d, x, left);
      };
      const auto number = [&](size_t i)
                              HWY_ATTR { return hn::Set(integers, static_cast<int32_t>(from.rows[i])); };
      auto largest = from.is_first ? row(0) : hn::Load(d, to + j);
      auto source = from.is_first ? number(0) : hn::Load(integers, sources + j);
      for (size_t i = 0; i < from.n; ++i) {
        const auto x = row(i);
        const auto is_larger = hn::Gt(x, largest);
        largest = hn::IfThenElse(is_larger, x, largest);
        source = hn::IfThenElse(hn::RebindMask(integers, is_larger), number(i), source);
      }
      hn::Store(largest, d, to + j);
      hn::Store(source, integers, sources + j);
    }
  });
}

void store_bag(const float* columns, size_t count, double scale, Array out) {
  store_columns(columns, count, scale, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/layout.h"
#include "vec/base/memory.h"
#include "vec/index/bags.h"

#include <algorithm>
#include <limits>

namespace etk::vec {

HWY_EXPORT(add_rows);
HWY_EXPORT(store_bag);
HWY_EXPORT(take_rows);

namespace {

// Reads the next rows of a bag, from number i on, and advances i past them. False if there are none.
bool next_rows(const Bags& bags, int64_t& i, int64_t end, size_t bytes, BagRows& rows) {
  for (rows.n = 0; i < end && rows.n < kChunk; ++i) {
    const int64_t row = bags.indices[i];
    if (row == bags.padding_idx) {
      continue;
    }
    fetch((rows.table + row * static_cast<int64_t>(rows.stride)).data, bytes);
    if (rows.has_factors) {
      rows.factors[rows.n] = (array_of(*bags.factors) + i).get();
    }
    rows.rows[rows.n++] = row;
  }
  return rows.n > 0;
}

// Computes some columns of a bag.
void fill_columns(const Bags& bags, int64_t bag, size_t first, size_t count) {
  alignas(64) float results[kColumns];
  alignas(64) int32_t sources[kColumns];
  BagRows rows;
  rows.table = array_of(bags.table) + first;
  rows.stride = static_cast<size_t>(bags.table.sizes[1]);
  rows.has_factors = bags.factors.has_value();
  const int64_t end = bags.end(bag);
  const size_t bytes = count * bags.table.element_size;
  size_t n = 0;
  for (int64_t i = bags.begin(bag); next_rows(bags, i, end, bytes, rows); n += rows.n) {
    rows.is_first = n == 0;
    bags.mode == kBagMax ? HWY_DYNAMIC_DISPATCH(take_rows)(rows, count, results, sources)
                         : HWY_DYNAMIC_DISPATCH(add_rows)(rows, count, results);
  }
  if (n == 0) {
    std::fill_n(results, count, 0.0f);
    std::fill_n(sources, count, 0);
  }
  const double scale = bags.mode == kBagMean && n > 0 ? 1 / static_cast<double>(n) : 1;
  const size_t at = static_cast<size_t>(bag) * rows.stride + first;
  HWY_DYNAMIC_DISPATCH(store_bag)(results, count, scale, array_of(bags.out) + at);
  if (bags.mode == kBagMax && bags.sources.dtype == ScalarType::Long) {
    std::copy_n(sources, count, reinterpret_cast<int64_t*>(bags.sources.data) + at);
  } else if (bags.mode == kBagMax) {
    std::copy_n(sources, count, reinterpret_cast<int32_t*>(bags.sources.data) + at);
  }
}

}  // namespace

bool fill_bags(const Bags& bags) {
  constexpr int64_t kMostRows = std::numeric_limits<int32_t>::max();
  if (!is_single(bags.table.dtype) || !is_array(bags.table, 0) || !is_array(bags.out, 0) ||
      (bags.mode == kBagMax && (bags.table.sizes[0] > kMostRows || !is_array(bags.sources, 0))) ||
      (bags.factors && !is_array(*bags.factors, 0))) {
    return false;
  }
  const auto columns = static_cast<size_t>(bags.table.sizes[1]), count = static_cast<size_t>(bags.count);
  const size_t cost = count > 0 ? static_cast<size_t>(bags.indices.size()) * columns / count + columns : 0;
  parallel(count, cost, [&](size_t begin, size_t end) {
    for (; begin < end; ++begin) {
      for (size_t j = 0; j < columns; j += kColumns) {
        fill_columns(bags, static_cast<int64_t>(begin), j, std::min(kColumns, columns - j));
      }
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
