// Caches of keys and values, [batch, positions, heads, head size], and what is put into them: the same with
// fewer positions.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Whether a value is one of this cache, of its dtype, wherever it is put.
inline bool fits_cache(const Tensor& value, const Tensor& cache) {
  return value.scalar_type() == cache.scalar_type() && value.dim() == 4 && cache.dim() == 4 &&
         value.size(0) == cache.size(0) && value.size(2) == cache.size(2) && value.size(3) == cache.size(3);
}

/// Whether the cache has room for a value that fits, from position `start` on.
inline bool has_room(const Tensor& value, const Tensor& cache, int64_t start) {
  return start >= 0 && start < cache.size(1) && start <= cache.size(1) - value.size(1);
}

/// Puts a value where there is room for it.
inline void put(const Tensor& value, Tensor& cache, int64_t start) {
  View to(cache);
  to.slice(1, start, value.size(1));
  copy(View(value), to);
}

/// Sets the out of an operator that has a result only because each has to: one 0.
inline bool set_nothing(Context& ctx, Tensor& out) {
  Shape one;
  one.push_back(1);
  if (!resize(ctx, out, one)) {
    return false;
  }
  fill(View(out), Scalar(int64_t{0}));
  return true;
}

}  // namespace etk
