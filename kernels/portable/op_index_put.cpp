// index_put(self, indices, values): self, but self[indices] = values, or += values if they are accumulated
#include "etk/index_put.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexPut[] = "index_put.out";

Tensor& index_put_out(
    Context& ctx, const Tensor& self, IndexList indices, const Tensor& values, bool accumulate, Tensor& out) {
  ETK_REQUIRE(ctx, accepts_put<kIndexPut>(self, indices, values), out);
  return put_values(ctx, self, indices, values, find_adds<kIndexPut>(accumulate), /*is_in_place=*/false, out);
}

}  // namespace torch::executor::native
