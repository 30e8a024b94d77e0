// bucketize(self, boundaries): how many of the boundaries, which are in ascending order, are less than each
// element; with `right`, how many are not greater
#include "etk/order/search.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kBucketize[] = "bucketize.Tensor_out";

Tensor& ETK_KERNEL(bucketize_Tensor_out)(
    Context& ctx, const Tensor& self, const Tensor& boundaries, bool out_int32, bool right, Tensor& out) {
  ETK_REQUIRE(ctx, boundaries.dim() == 1, out);
  return find_places<kBucketize>(ctx, {boundaries, nullptr, right, out_int32}, self, out);
}

}  // namespace torch::executor::native
