// squeeze_copy(self, dim): self without those of the dimensions that have size 1
#include "etk/dtype.h"
#include "etk/view.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSqueezeCopyDim[] = "squeeze_copy.dim_out";
static constexpr char kSqueezeCopyDims[] = "squeeze_copy.dims_out";

static Tensor& squeeze(Context& ctx, const Tensor& self, std::optional<DimSet> dims, Tensor& out) {
  ETK_REQUIRE(ctx, dims && out.scalar_type() == self.scalar_type(), out);
  View view(self);
  for (size_t d = view.rank; d-- > 0;) {
    if ((*dims >> d & 1) && view.sizes[d] == 1) {
      view.remove(d);
    }
  }
  return copy_to_out(ctx, view, out);
}

Tensor& squeeze_copy_dim_out(Context& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kSqueezeCopyDim>(self), out);
  return squeeze(ctx, self, wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim()), out);
}

Tensor& squeeze_copy_dims_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kSqueezeCopyDims>(self), out);
  // Unlike for a reduction, no dimensions are none, not all.
  return squeeze(ctx, self, dim.empty() ? DimSet{0} : wrap_dims(dim, self.dim()), out);
}

}  // namespace torch::executor::native
