// randperm(n): the integers from 0 to before n, each permutation of them equally likely
#include "etk/base/chunk.h"
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

#include <limits>

namespace torch::executor::native {
using namespace etk;

static constexpr char kRandperm[] = "randperm.out";

Tensor& randperm_out(Context& ctx, int64_t n, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, accepts<kRandperm>(out) && compute_of(dtype) != Compute::kNone, out);
  ETK_REQUIRE(ctx, dtype <= ScalarType::Long || is_floating(dtype), out);
  ETK_REQUIRE(ctx, n >= 0 && n <= std::numeric_limits<executorch::aten::SizesType>::max(), out);
  ETK_REQUIRE(ctx, can_hold(dtype, n ? n - 1 : 0) && (dtype != ScalarType::Half || n <= 2049), out);
  Shape shape;
  shape.push_back(n);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  // The Fisher–Yates shuffle: integer i takes a random position up to i, and the integer at that position
  // moves to i.
  Random random(out);
  const View to(out);
  const auto at = [&to](uint64_t i) { return to.data + static_cast<ptrdiff_t>(i) * to.strides[0]; };
  for (int64_t i = 0; i < n; ++i) {
    const auto end = static_cast<uint64_t>(i);
    const uint64_t place = random.below(end + 1);
    copy_elements(at(place), 0, at(end), 0, place == end ? 0 : to.element_size, 1);
    write(ScalarType::Long, &i, 1, dtype, at(place), 0);
  }
  return out;
}

}  // namespace torch::executor::native
