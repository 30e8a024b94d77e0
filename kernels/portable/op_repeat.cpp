// repeat(self, repeats): self, this many times along each dimension, those that it does not have in front
#include "etk/creation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRepeat[] = "repeat.out";

Tensor& repeat_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> repeats, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kRepeat>(self) && out.scalar_type() == self.scalar_type(), out);
  View from(self);
  ETK_REQUIRE(ctx, repeats.size() >= from.rank && repeats.size() <= kMaxRank, out);
  while (from.rank < repeats.size()) {
    from.prepend(1);
  }
  int64_t sizes[kMaxRank];
  for (size_t d = 0; d < from.rank; ++d) {
    ETK_REQUIRE(ctx, repeats[d] >= 0 && repeats[d] <= INT32_MAX, out);
    sizes[d] = from.sizes[d] * repeats[d];
  }
  Shape shape;
  ETK_REQUIRE(ctx, read_shape({sizes, from.rank}, shape), out);
  if (!resize(ctx, out, shape) || shape.numel() == 0) {
    return out;
  }
  // The first copy, then those behind it along one dimension after the other.
  View done(out);
  static_cast<Shape&>(done) = from;
  copy(from, done);
  for (size_t d = from.rank; d-- > 0;) {
    const ptrdiff_t step = done.strides[d] * done.sizes[d];
    View next = done;
    for (int64_t i = 1; i < repeats[d]; ++i) {
      next.data += step;
      copy(done, next);
    }
    done.sizes[d] = shape.sizes[d];
  }
  return out;
}

}  // namespace torch::executor::native
