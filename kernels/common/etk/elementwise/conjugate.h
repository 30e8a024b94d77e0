// Complex conjugation.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/loop.h"
#include "etk/elementwise/map.h"

namespace etk {

/// Inverts the sign of each number. A tensor's bytes are little-endian, like in a .pte file.
inline void turn_signs(const View& numbers) {
  Loop loop(numbers);
  loop.add(numbers);
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    cursor.at(0)[numbers.element_size - 1] ^= '\x80';
  }
}

/// Sets `out` to self with its imaginary parts negated; real numbers have none.
template <const char* kOp>
Tensor& conjugate(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, is_complex(dtype) || dtype == ScalarType::Bool || is_number(dtype), out);
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == dtype, out);
  if (resize(ctx, out, Shape(self))) {
    const View to(out);
    copy(View(self), to);
    if (is_complex(dtype)) {
      turn_signs(to.part(/*imaginary=*/true));
    }
  }
  return out;
}

}  // namespace etk
