#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/index/index_range.cpp"
#include "vec/base/each_target.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Whether n indices are in [low, high).
bool are_between(const int64_t* index, size_t n, int64_t low, int64_t high) {
  const hn::ScalableTag<int64_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto first = hn::Set(d, low), last = hn::Set(d, high - 1);
  // The sign bit is set once an index, or its distance from either end, is negative.
  const auto look_at = [&](auto signs, auto at)
                           HWY_ATTR { return hn::Or(signs, hn::Or(hn::Sub(at, first), hn::Sub(last, at))); };
  auto a = hn::Zero(d), b = a;
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    a = look_at(a, hn::LoadU(d, index + i));
    b = look_at(b, hn::LoadU(d, index + i + lanes));
  }
  for (; i < n; i += lanes) {
    a = look_at(a, hn::LoadN(d, index + i, HWY_MIN(lanes, n - i)));
  }
  return hn::AllFalse(d, hn::IsNegative(hn::Or(a, b)));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/base/indices.h"
#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/index/index_range.h"

#include <algorithm>

namespace etk::vec {

HWY_EXPORT(are_between);

bool are_long_indices(const Tensor& indices) {
  return indices.scalar_type() == ScalarType::Long && is_array(indices);
}

bool are_in_range(const Tensor& indices, int64_t low, int64_t high) {
  constexpr size_t kFew = 8;
  const auto* first = indices.const_data_ptr<int64_t>();
  const auto n = static_cast<size_t>(indices.numel());
  if (n <= kFew) {
    return std::all_of(first, first + n, [=](int64_t index) { return low <= index && index < high; });
  }
  bool fit[kMostRowParts];
  const auto check = HWY_DYNAMIC_POINTER(are_between);
  const size_t parts = parallel_parts(
      n, fit, [&](size_t begin, size_t end) { return check(first + begin, end - begin, low, high); });
  return std::all_of(fit, fit + parts, [](bool each) { return each; });
}

bool are_indices(const Tensor& indices, int64_t low, int64_t high) {
  return are_long_indices(indices) ? are_in_range(indices, low, high) : etk::are_indices(indices, low, high);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
