// Caches of keys and values, [batch, positions, heads, head size], and updates of them with tensors that have
// fewer positions.
#pragma once

#include "etk/base/copy.h"

namespace etk {

/// Whether a value has the cache's dtype and sizes, except for the number of positions.
inline bool fits_cache(const Tensor& value, const Tensor& cache) {
  return value.scalar_type() == cache.scalar_type() && value.dim() == 4 && cache.dim() == 4 &&
         value.size(0) == cache.size(0) && value.size(2) == cache.size(2) && value.size(3) == cache.size(3);
}

/// Whether a value with valid sizes fits the cache from position `start` on.
inline bool has_room(const Tensor& value, const Tensor& cache, int64_t start) {
  return start >= 0 && start < cache.size(1) && start <= cache.size(1) - value.size(1);
}

/// Copies a value to the cache; it must fit.
inline void put(const Tensor& value, Tensor& cache, int64_t start) {
  View to(cache);
  to.slice(1, start, value.size(1));
  copy(View(value), to);
}

/// Sets the out of an operator that returns a tensor only because each operator has to: a single 0.
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
