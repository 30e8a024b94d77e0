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

// Sets bytes to what they or others have set.
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
#include "vec/index/mask.h"
#include "vec/reduce/rows.h"

#include <algorithm>

namespace etk::vec {
ETK_VEC_EXPORT(any_bool);
ETK_VEC_EXPORT(join_bytes);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kAny[] = "any.out";
static constexpr char kAnyAll[] = "any.all_out";
static constexpr char kAnyDims[] = "any.dims_out";

namespace {

// Elements of a tensor, whose rows are looked through.
struct Looked {
  vec::RowShape rows;
  ScalarType dtype;
  size_t size;
  const char* from;

  const void* truths(size_t first, size_t n, uint8_t* room) const {
    return vec::truths_of(dtype, from + first * size, size, n, room);
  }

  // Whether there is any among n elements.
  bool any(size_t first, size_t n) const {
    constexpr size_t kPiece = vec::MaskBits::kMost;
    const auto any_bool = vec::any_bool_pointer()();
    uint8_t room[kPiece];
    bool found = false;
    for (size_t i = 0, count; i < n && !found; i += count) {
      count = size == 1 ? n : std::min(n - i, kPiece);  // bytes are not copied
      found = any_bool(static_cast<const uint8_t*>(truths(first + i, count, room)), count);
    }
    return found;
  }

  // Whether any is true of columns of n elements.
  void any_of_columns(size_t outer, size_t column, size_t columns, uint8_t* to) const {
    const auto join_bytes = vec::join_bytes_pointer()();
    uint8_t room[vec::MaskBits::kMost];
    std::fill_n(to, columns, 0);
    for (size_t i = 0; i < rows.n; ++i) {
      const size_t first = (outer * rows.n + i) * rows.inner + column;
      join_bytes(static_cast<const uint8_t*>(truths(first, columns, room)), columns, to);
    }
    std::transform(to, to + columns, to, [](uint8_t byte) -> uint8_t { return byte != 0; });
  }
};

// Sets an out of bytes if it can take self; false if not, and nothing has been written.
bool find_any(const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  vec::RowShape rows;
  if (compute_of(dtype) == Compute::kNone || is_large_unsigned(dtype) || !rows.read(self, dims, dtype) ||
      !vec::resize_reduction(self, dims, keepdim, out)) {
    return false;
  }
  const Looked looked{rows, dtype, static_cast<size_t>(self.element_size()), self.const_data_ptr<char>()};
  auto* const to = static_cast<uint8_t*>(out.mutable_data_ptr());
  const size_t n = rows.n, inner = rows.inner;
  if (inner > 1) {
    static_assert(vec::kWideColumns <= vec::MaskBits::kMost, "");
    const auto any = [&](size_t outer, size_t column, size_t columns) {
      looked.any_of_columns(outer, column, columns, to + outer * inner + column);
    };
    vec::parallel_columns(rows, 1, any, vec::kWideColumns);
  } else {
    vec::parallel(rows.outer, n * looked.size / 16, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        to[i] = looked.any(i * n, n);
      }
    });
  }
  return true;
}

template <const char* kOp>
Tensor& opt_any(
    Context& ctx, const Tensor& self, const std::optional<DimSet>& dims, bool keepdim, Tensor& out) {
  const ScalarType result = out.scalar_type();
  if (dims && (result == ScalarType::Bool || result == ScalarType::Byte) && accepts<kOp>(self, out) &&
      find_any(self, *dims, keepdim, out)) {
    return out;
  }
  return any_along<kOp>(ctx, self, dims, keepdim, out);
}

}  // namespace

Tensor& opt_any_out(Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return opt_any<kAny>(ctx, self, wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim()), keepdim, out);
}

Tensor& opt_any_all_out(Context& ctx, const Tensor& self, Tensor& out) {
  return opt_any<kAnyAll>(ctx, self, wrap_dims(std::nullopt, self.dim()), /*keepdim=*/false, out);
}

Tensor& opt_any_dims_out(
    Context& ctx, const Tensor& self, std::optional<ArrayRef<int64_t>> dim, bool keepdim, Tensor& out) {
  return opt_any<kAnyDims>(ctx, self, any_dims(dim, self.dim()), keepdim, out);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
