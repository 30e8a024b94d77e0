// The values of a tensor, one by one.
#pragma once

#include "etk/base/chunk.h"
#include "etk/base/loop.h"

namespace etk {

/// Calls f(value) for each element of the view, as a value of `dtype`, whose compute type is C.
template <typename C, typename F>
void for_each_value(const View& view, ScalarType dtype, F f) {
  Loop loop(view);
  loop.add(view);
  loop.simplify();
  Source source(view.dtype, dtype);
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    const auto* values = static_cast<const C*>(source.read(cursor.at(0), loop.inner_stride(0), n));
    for (size_t i = 0; i < n; ++i) {
      f(values[i]);
    }
    cursor.step(n);
  }
}

}  // namespace etk
