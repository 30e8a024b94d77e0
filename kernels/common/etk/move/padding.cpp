#include "etk/move/padding.h"

#include "etk/base/number_checks.h"

namespace etk {

PaddingPart padding_part(int which, int64_t size, int64_t before, int64_t out_size, Padding mode) {
  const auto clamp = [out_size](int64_t i) { return i < 0 ? 0 : i > out_size ? out_size : i; };
  const int64_t inside = clamp(before), behind = clamp(before + size);
  const int64_t mirrored = mode == Padding::kReflect ? -1 : 0;
  if (which == 0) {
    return {0, inside, mirrored ? before : 0, mirrored};
  }
  if (which == 1) {
    return {inside, behind, inside - before, 1};
  }
  // Index before + size of the out, if it exists, mirrors the second to last index of self.
  return {behind, out_size, mirrored ? size - 2 - (behind - before - size) : size - 1, mirrored};
}

Tensor& pad(
    Context& ctx,
    const PadFunctions& functions,
    const Tensor& self,
    ArrayRef<int64_t> padding,
    size_t spatial,
    Padding mode,
    Tensor& out) {
  const View from(self);
  ETK_REQUIRE(ctx, self.scalar_type() == out.scalar_type() && padding.size() == 2 * spatial, out);
  ETK_REQUIRE(ctx, self.scalar_type() != ScalarType::Bool && !is_large_unsigned(self.scalar_type()), out);
  ETK_REQUIRE(ctx, from.rank == spatial + 1 || from.rank == spatial + 2, out);
  const size_t first = from.rank - spatial;
  int64_t sizes[kMaxRank];
  for (size_t d = 0; d < from.rank; ++d) {
    sizes[d] = from.sizes[d];
    ETK_REQUIRE(ctx, sizes[d] > 0 || (d == 0 && first == 2), out);
    if (d >= first) {
      const int64_t* amount = &padding[2 * (from.rank - 1 - d)];
      for (const int64_t n : {amount[0], amount[1]}) {
        ETK_REQUIRE(ctx, n > -INT32_MAX && n < INT32_MAX, out);
        ETK_REQUIRE(ctx, mode != Padding::kReflect || n < from.sizes[d], out);
        sizes[d] += n;
      }
      ETK_REQUIRE(ctx, sizes[d] > 0, out);
    }
  }
  Shape shape;
  ETK_REQUIRE(ctx, read_shape({sizes, from.rank}, shape), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  if (functions.pad && functions.pad(from, to, padding, mode)) {
    return out;
  }
  const int combinations = spatial == 1 ? 3 : spatial == 2 ? 9 : 27;
  for (int combination = 0; combination < combinations; ++combination) {
    View source = from, target = to;
    int rest = combination;
    bool is_empty = false;
    for (size_t d = first; d < from.rank; ++d, rest /= 3) {
      const int64_t before = padding[2 * (from.rank - 1 - d)];
      const PaddingPart part = padding_part(rest % 3, from.sizes[d], before, to.sizes[d], mode);
      is_empty = is_empty || part.end == part.start;
      if (!is_empty) {
        source.slice(d, part.from, part.end - part.start, part.step);
        target.slice(d, part.start, part.end - part.start);
      }
    }
    if (!is_empty) {
      functions.copy(source, target);
    }
  }
  return out;
}

}  // namespace etk
