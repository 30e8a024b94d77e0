// scatter_add(self, dim, index, src): self, with src[…, i, …] added to […, index[…, i, …], …] of it
#include "etk/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScatterAdd[] = "scatter_add.out";

Tensor& scatter_add_out(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kScatterAdd>(self, index)) && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, src.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone, out);
  Places places;
  ETK_REQUIRE(ctx, places.read(self, dim, index) && places.fit(src), out);
  if (resize(ctx, out, Shape(self))) {
    copy(View(self), View(out));
    places.scatter_add<kScatterAdd>(src, out);
  }
  return out;
}

}  // namespace torch::executor::native
