// split_with_sizes_copy(self, split_sizes, dim): parts of these sizes, one behind the other along dim
#include "etk/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSplitWithSizesCopy[] = "split_with_sizes_copy.out";

void split_with_sizes_copy_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> split_sizes, int64_t dim, TensorList out) {
  const View whole(self);
  const auto d = wrap_dim(dim, whole.rank);
  ETK_REQUIRE(ctx, accepts<kSplitWithSizesCopy>(self) && whole.rank > 0 && d, );
  ETK_REQUIRE(ctx, split_sizes.size() == out.size() && have_dtype(out, self.scalar_type()), );
  int64_t left = whole.sizes[*d];
  for (const int64_t size : split_sizes) {
    ETK_REQUIRE(ctx, size >= 0 && size <= left, );
    left -= size;
  }
  ETK_REQUIRE(ctx, left == 0, );
  copy_parts(ctx, out, [&](size_t i) {
    int64_t start = 0;
    for (size_t before = 0; before < i; ++before) {
      start += split_sizes[before];
    }
    View part = whole;
    part.slice(*d, start, split_sizes[i]);
    return part;
  });
}

}  // namespace torch::executor::native
