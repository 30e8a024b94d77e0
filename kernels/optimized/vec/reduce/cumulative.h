// Cumulative sums and products (scans) along a dimension.
#pragma once

#include "vec/reduce/rows.h"

#include <algorithm>
#include <cstdint>

namespace etk::vec {

/// The functions of a scan over dtypes that are computed in float. `columns` scans at most kColumns adjacent
/// lines of n elements, which are `step` apart. `lines` scans contiguous lines; it is not used for lines of
/// less than `few` elements.
struct Accumulation {
  void (*columns)(Array from, size_t columns, size_t n, size_t step, Array out);
  void (*lines)(Array from, size_t lines, size_t n, Array out);
  size_t few;
};

/// Computes the scan if both tensors have one dtype and are contiguous; otherwise returns false without
/// writing anything.
bool accumulate(const Accumulation& accumulation, const Tensor& self, DimSet dims, Tensor& out);

// Scans elements of type T, with results of type R.
template <typename T, typename R, typename F>
void accumulate_typed(const Tensor& self, const RowShape& rows, const F& f, Tensor& out) {
  const auto* const x = static_cast<const T*>(self.const_data_ptr());
  auto* const results = static_cast<R*>(out.mutable_data_ptr());
  const size_t n = rows.n, inner = rows.inner;
  parallel(rows.outer, n * inner, [&](size_t begin, size_t end) {
    for (; begin < end; ++begin) {
      const T* from = x + begin * n * inner;
      R* to = results + begin * n * inner;
      std::copy_n(from, inner, to);
      if (inner == 1) {
        auto total = static_cast<uint64_t>(to[0]);
        for (size_t i = 1; i < n; ++i) {
          to[i] = static_cast<R>(total = f(total, static_cast<uint64_t>(from[i])));
        }
        continue;
      }
      for (size_t i = inner; i < n * inner; ++i) {
        to[i] = static_cast<R>(f(static_cast<uint64_t>(to[i - inner]), static_cast<uint64_t>(from[i])));
      }
    }
  });
}

/// Scans elements of Int, Long and Bool. The results, f(total, element), have the same dtype or Long and wrap
/// around.
template <const char* kOp, typename F>
bool accumulate_integers(const Tensor& self, DimSet dims, const F& f, Tensor& out) {
  constexpr DtypeSet selected = selected_dtypes<kOp>();
  const ScalarType dtype = self.scalar_type(), result = out.scalar_type();
  RowShape rows;
  if (!accepts<kOp>(self, out) || !rows.read_in_memory(self, dims, dtype) || !resize(out, Shape(self)) ||
      !is_in_order_of(self, out)) {
    return false;
  }
  if constexpr (selected.has(ScalarType::Int)) {
    if (dtype == ScalarType::Int && result == ScalarType::Int) {
      accumulate_typed<int32_t, int32_t>(self, rows, f, out);
      return true;
    }
    if (dtype == ScalarType::Int && result == ScalarType::Long) {
      accumulate_typed<int32_t, int64_t>(self, rows, f, out);
      return true;
    }
  }
  if constexpr (selected.has(ScalarType::Long)) {
    if (dtype == ScalarType::Long && result == ScalarType::Long) {
      accumulate_typed<int64_t, int64_t>(self, rows, f, out);
      return true;
    }
    if (dtype == ScalarType::Bool && result == ScalarType::Long) {
      accumulate_typed<bool, int64_t>(self, rows, f, out);
      return true;
    }
  }
  return false;
}

}  // namespace etk::vec
