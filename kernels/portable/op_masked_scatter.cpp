// masked_scatter(self, mask, source): self with the elements of source, in order, where the mask holds
#include "etk/base/copy.h"
#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"

#include <cstring>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMaskedScatter[] = "masked_scatter.out";

Tensor& masked_scatter_out(
    Context& ctx, const Tensor& self, const Tensor& mask, const Tensor& source, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kMaskedScatter>(self, mask)) && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, mask.scalar_type() == ScalarType::Bool && are_apart(mask, out), out);
  ETK_REQUIRE(ctx, source.scalar_type() == dtype && out.scalar_type() == dtype, out);
  Shape shape(self);
  ETK_REQUIRE(ctx, broadcast(shape, Shape(mask)), out);
  View from(self), holds(mask);
  from.broadcast_to(shape);
  holds.broadcast_to(shape);
  Loop test(shape);
  test.add(holds);
  int64_t needed = 0;
  for (Cursor cursor(test); cursor.left(); cursor.step(1)) {
    needed += *cursor.at(0) != 0;
  }
  ETK_REQUIRE(ctx, needed <= source.numel(), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out), elements(source);
  copy(from, to);
  Loop read(elements), write(shape);
  read.add(elements);
  write.add(to);
  write.add(holds);
  Cursor next(read);
  for (Cursor cursor(write); cursor.left(); cursor.step(1)) {
    if (*cursor.at(1) != 0) {
      std::memcpy(cursor.at(0), next.at(0), to.element_size);
      next.step(1);
    }
  }
  return out;
}

}  // namespace torch::executor::native
