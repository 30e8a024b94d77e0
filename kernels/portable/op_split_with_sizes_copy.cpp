// split_with_sizes_copy(self, split_sizes, dim): parts of these sizes, one behind the other along dim
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSplitWithSizesCopy[] = "split_with_sizes_copy.out";

void split_with_sizes_copy_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> split_sizes, int64_t dim, TensorList out) {
  const View whole(self);
  const auto d = wrap_dim(dim, whole.rank);
  ETK_REQUIRE(ctx, accepts<kSplitWithSizesCopy>(self) && whole.rank > 0 && d, );
  ETK_REQUIRE(ctx, split_sizes.size() == out.size(), );
  int64_t total = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    ETK_REQUIRE(ctx, split_sizes[i] >= 0 && out[i].scalar_type() == self.scalar_type(), );
    total += split_sizes[i];
  }
  ETK_REQUIRE(ctx, total == whole.sizes[*d], );
  int64_t start = 0;
  for (size_t i = 0; i < out.size(); start += split_sizes[i++]) {
    View part = whole;
    part.slice(*d, start, split_sizes[i]);
    Tensor to = out[i];
    copy_to_out(ctx, part, to);
  }
}

}  // namespace torch::executor::native
