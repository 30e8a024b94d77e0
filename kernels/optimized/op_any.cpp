// any(self, dim) = whether any element along dim is not zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_any.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

bool any_bool(const uint8_t* x, size_t n) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += lanes) {
    if (!hn::AllTrue(d, hn::Eq(hn::LoadN(d, x + i, HWY_MIN(lanes, n - i)), hn::Zero(d)))) {
      return true;
    }
  }
  return false;
}

// to[i] |= x[i] for n bytes.
void join_bytes(const uint8_t* x, size_t n, uint8_t* HWY_RESTRICT to) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    store_part(hn::Or(load_part(d, to + i, left), load_part(d, x + i, left)), d, to + i, left);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/reduce/any.h"
#include "vec/base/operator.h"
#include "vec/index/mask.h"
#include "vec/reduce/rows.h"

#include <algorithm>

namespace etk::vec {
ETK_VEC_EXPORT(any_bool);
ETK_VEC_EXPORT(join_bytes);

namespace {

// The elements of a tensor, and its rows.
struct Looked {
  RowShape rows;
  ScalarType dtype;
  size_t size;
  const char* from;

  const void* truths(size_t first, size_t n, uint8_t* room) const {
    return truths_of(dtype, from + first * size, size, n, room);
  }

  // Whether any of n elements is nonzero.
  bool any(size_t first, size_t n) const {
    constexpr size_t kPiece = MaskBits::kMost;
    const auto any_bool = any_bool_pointer()();
    uint8_t room[kPiece];
    bool found = false;
    for (size_t i = 0, count; i < n && !found; i += count) {
      count = size == 1 ? n : std::min(n - i, kPiece);  // bytes are not copied
      found = any_bool(static_cast<const uint8_t*>(truths(first + i, count, room)), count);
    }
    return found;
  }

  // Whether any element of a column of n elements is nonzero, for adjacent columns.
  void any_of_columns(size_t outer, size_t column, size_t columns, uint8_t* to) const {
    const auto join_bytes = join_bytes_pointer()();
    uint8_t room[MaskBits::kMost];
    std::fill_n(to, columns, 0);
    for (size_t i = 0; i < rows.n; ++i) {
      const size_t first = (outer * rows.n + i) * rows.inner + column;
      join_bytes(static_cast<const uint8_t*>(truths(first, columns, room)), columns, to);
    }
    std::transform(to, to + columns, to, [](uint8_t byte) -> uint8_t { return byte != 0; });
  }
};

// Computes an out of bytes if the layout of self is supported; otherwise returns false without writing
// anything.
bool find_any(const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  RowShape rows;
  if (compute_of(dtype) == Compute::kNone || is_large_unsigned(dtype) ||
      !rows.read_in_memory(self, dims, dtype) || !resize_reduction(self, dims, keepdim, out)) {
    return false;
  }
  const Looked looked{rows, dtype, static_cast<size_t>(self.element_size()), self.const_data_ptr<char>()};
  auto* const to = static_cast<uint8_t*>(out.mutable_data_ptr());
  const size_t n = rows.n, inner = rows.inner;
  if (inner > 1) {
    static_assert(kWideColumns <= MaskBits::kMost, "");
    const auto any = [&](size_t outer, size_t column, size_t columns) {
      looked.any_of_columns(outer, column, columns, to + outer * inner + column);
    };
    parallel_columns(rows, 1, any, kWideColumns);
  } else {
    parallel(rows.outer, n * looked.size / 16, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        to[i] = looked.any(i * n, n);
      }
    });
  }
  return true;
}

template <const char* kOp>
bool find_any_selected(const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  return accepts<kOp>(self, out) && find_any(self, dims, keepdim, out);
}

}  // namespace
}  // namespace etk::vec

ETK_FASTER("any.out", ReduceFunction, vec::find_any_selected<kOp>);
ETK_FASTER("any.all_out", ReduceFunction, vec::find_any_selected<kOp>);
ETK_FASTER("any.dims_out", ReduceFunction, vec::find_any_selected<kOp>);

#include "portable/op_any.cpp"

#endif  // HWY_ONCE
