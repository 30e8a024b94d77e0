// unbind_copy(self, dim): self at each index of a dimension, which goes away
#include "etk/part.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUnbindCopy[] = "unbind_copy.int_out";

void unbind_copy_int_out(Context& ctx, const Tensor& self, int64_t dim, TensorList out) {
  const View whole(self);
  const auto d = wrap_dim(dim, whole.rank);
  ETK_REQUIRE(ctx, accepts<kUnbindCopy>(self) && have_dtype(out, self.scalar_type()), );
  ETK_REQUIRE(ctx, whole.rank > 0 && d, );
  ETK_REQUIRE(ctx, out.size() == static_cast<size_t>(whole.sizes[*d]), );
  copy_parts(ctx, out, [&](size_t i) {
    View part = whole;
    part.remove(*d, static_cast<int64_t>(i));
    return part;
  });
}

}  // namespace torch::executor::native
