// split_copy(self, split_size, dim): parts of this size, one behind the other along dim; the last may be
// smaller
#include "etk/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSplitCopy[] = "split_copy.Tensor_out";

void split_copy_Tensor_out(
    Context& ctx, const Tensor& self, int64_t split_size, int64_t dim, TensorList out) {
  const View whole(self);
  const auto d = wrap_dim(dim, whole.rank);
  ETK_REQUIRE(ctx, accepts<kSplitCopy>(self) && have_dtype(out, self.scalar_type()), );
  ETK_REQUIRE(ctx, whole.rank > 0 && d, );
  const int64_t size = whole.sizes[*d];
  ETK_REQUIRE(ctx, split_size > 0 || (split_size == 0 && size == 0), );
  const int64_t count = size > 0 ? (size - 1) / split_size + 1 : 1;
  ETK_REQUIRE(ctx, static_cast<int64_t>(out.size()) == count, );
  copy_parts(ctx, out, [&](size_t i) {
    const int64_t start = static_cast<int64_t>(i) * split_size;
    View part = whole;
    part.slice(*d, start, size - start < split_size ? size - start : split_size);
    return part;
  });
}

}  // namespace torch::executor::native
