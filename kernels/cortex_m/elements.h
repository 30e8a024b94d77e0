// The elementwise pattern for quantized tensors: each element of the out is a function of the elements with
// the same index.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/loop.h"

#include <utility>

namespace etk {

namespace internal {

template <typename Result, typename Element, typename F, size_t... kIndex>
void set_elements(const View& to, const View* from, const F& f, std::index_sequence<kIndex...>) {
  Loop loop(to);
  loop.add(to);
  (loop.add(from[kIndex]), ...);
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(cursor.left())) {
    for (size_t i = 0; i < cursor.left(); ++i) {
      const auto at = [&](size_t view) {
        return cursor.at(view) + static_cast<ptrdiff_t>(i) * loop.inner_stride(view);
      };
      *reinterpret_cast<Result*>(at(0)) = f(*reinterpret_cast<const Element*>(at(kIndex + 1))...);
    }
  }
}

}  // namespace internal

/// Sets each element of `to` to f of the elements of `from`, views of the same shape.
template <typename Result, typename Element, typename F, typename... Views>
void set_elements(const View& to, const F& f, const Views&... from) {
  const View list[] = {from...};
  internal::set_elements<Result, Element>(to, list, f, std::index_sequence_for<Views...>());
}

/// Whether a tensor has one value for each channel of images.
inline bool has_channels_only(const Shape& shape) {
  return shape.rank == 4 && shape.sizes[0] == 1 && shape.sizes[2] == 1 && shape.sizes[3] == 1;
}

/// Broadcasts two int8 tensors to one shape, and resizes the out: they have the same shape, or one has a
/// value for each channel of the other's images. Otherwise returns false, with a failure.
inline bool join(Context& ctx, View& a, View& b, Tensor& out) {
  const bool broadcasts = a.rank == 4 && b.rank == 4 && a.sizes[1] == b.sizes[1] &&
                          (has_channels_only(a) || has_channels_only(b));
  ETK_REQUIRE(ctx, static_cast<const Shape&>(a) == b || broadcasts, false);
  const Shape shape = has_channels_only(a) ? b : a;
  a.broadcast_to(shape);
  b.broadcast_to(shape);
  return resize(ctx, out, shape);
}

}  // namespace etk
