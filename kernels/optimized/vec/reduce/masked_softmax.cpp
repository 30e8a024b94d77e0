#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce/masked_softmax.cpp"
#include "vec/base/each_target.h"

#include "vec/math/exponential-inl.h"
#include "vec/reduce/masked_softmax.h"  // IWYU pragma: associated

#include <limits>

#ifndef ETK_VEC_MASKED_SOFTMAX_TYPES
#define ETK_VEC_MASKED_SOFTMAX_TYPES

namespace etk::vec {

struct MaskedRow {
  const float* from;
  const float* mask;  // or null
  float* to;
  size_t count;
  float scale;
  bool masked_is_zero;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Calls f(i, n) for each vector, of n elements from i on, and sets the out to the results.
template <class F>
HWY_INLINE void each_vector(const MaskedRow& row, const F& f) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= row.count; i += lanes) {
    hn::StoreU(f(i, lanes), d, row.to + i);
  }
  if (i < row.count) {
    hn::StoreN(f(i, row.count - i), d, row.to + i, row.count - i);
  }
}

void softmax_of_masked_row(const MaskedRow& row) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto lowest = hn::Set(d, -std::numeric_limits<float>::infinity());
  const auto scale = hn::Set(d, row.scale);
  // Vectors that are not whole end with elements that change nothing.
  const auto load = [=](const float* x, size_t n, auto otherwise)
                        HWY_ATTR { return n < lanes ? hn::LoadNOr(otherwise, d, x, n) : hn::LoadU(d, x); };
  auto top = lowest;
  auto nan = hn::Zero(d);
  each_vector(row, [&](size_t i, size_t n) HWY_ATTR {
    const auto added = row.mask ? load(row.mask + i, n, hn::Zero(d)) : hn::Zero(d);
    const auto sum = hn::MulAdd(scale, load(row.from + i, n, hn::Zero(d)), added);
    const auto seen = n < lanes ? hn::IfThenElse(hn::FirstN(d, n), sum, lowest) : sum;
    top = hn::IfThenElse(hn::Gt(seen, top), seen, top);
    nan = hn::IfThenElse(hn::IsNaN(seen), seen, nan);
    return sum;
  });
  const float most = hn::ReduceMax(d, top);
  const bool has_nan = !hn::AllTrue(d, hn::Eq(nan, nan));
  if (row.masked_is_zero && !has_nan && most == -std::numeric_limits<float>::infinity()) {
    each_vector(row, [=](size_t, size_t) HWY_ATTR { return hn::Zero(d); });
    return;
  }
  auto total = hn::Zero(d);
  const auto shift = hn::Set(d, has_nan ? std::numeric_limits<float>::quiet_NaN() : most);
  each_vector(row, [&](size_t i, size_t n) HWY_ATTR {
    const auto power = exp(d, hn::Sub(load(row.to + i, n, lowest), shift));
    total = hn::Add(total, n < lanes ? hn::IfThenElseZero(hn::FirstN(d, n), power) : power);
    return power;
  });
  const auto factor = hn::Set(d, 1 / hn::ReduceSum(d, total));
  each_vector(
      row, [&](size_t i, size_t n) HWY_ATTR { return hn::Mul(factor, load(row.to + i, n, hn::Zero(d))); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/layout.h"
#include "vec/base/parallel.h"

namespace etk::vec {

HWY_EXPORT(softmax_of_masked_row);

bool masked_softmax(
    const Tensor& self,
    const Tensor* mask,
    double scale,
    size_t dim,
    bool masked_rows_are_zero,
    Tensor& out) {
  const View from(self), to(out);
  if (from.dtype != ScalarType::Float || dim + 1 != from.rank || !is_array(from, 0) || !is_array(to, 0)) {
    return false;
  }
  View added = mask ? View(*mask) : from;
  added.broadcast_to(from);
  const auto count = static_cast<size_t>(from.sizes[dim]);
  if (count == 0 || (mask && count > 1 && stride_of(added, dim) != 1)) {
    return false;
  }
  parallel(from.numel() / count, count * 8, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      ptrdiff_t offset = 0;
      size_t rest = i;
      for (size_t d = dim; d-- > 0; rest /= static_cast<size_t>(from.sizes[d])) {
        offset += static_cast<ptrdiff_t>(rest % static_cast<size_t>(from.sizes[d])) * stride_of(added, d);
      }
      const size_t at = i * count;
      const MaskedRow row{
          floats_of(from) + at,
          mask ? floats_of(added) + offset : nullptr,
          const_cast<float*>(floats_of(to)) + at,
          count,
          static_cast<float>(scale),
          masked_rows_are_zero};
      HWY_DYNAMIC_DISPATCH(softmax_of_masked_row)(row);
    }
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
