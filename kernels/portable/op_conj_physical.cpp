// _conj_physical(x): x with its imaginary part negated; a real number has none
#include "etk/base/loop.h"
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConjPhysical[] = "_conj_physical.out";

// Inverts the sign of each number. A tensor's bytes are little-endian, like in a .pte file.
static void turn_signs(const View& numbers) {
  Loop loop(numbers);
  loop.add(numbers);
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    cursor.at(0)[numbers.element_size - 1] ^= '\x80';
  }
}

Tensor& _conj_physical_out(Context& ctx, const Tensor& self, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, is_complex(dtype) || dtype == ScalarType::Bool || is_number(dtype), out);
  ETK_REQUIRE(ctx, accepts<kConjPhysical>(self) && out.scalar_type() == dtype, out);
  if (resize(ctx, out, Shape(self))) {
    const View to(out);
    copy(View(self), to);
    if (is_complex(dtype)) {
      turn_signs(to.part(/*imaginary=*/true));
    }
  }
  return out;
}

}  // namespace torch::executor::native
