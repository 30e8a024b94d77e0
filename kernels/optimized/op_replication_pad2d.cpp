// replication_pad2d(self, padding): self, with the borders of its last 2 dimensions repeated
#include "vec/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReplicationPad2d[] = "replication_pad2d.out";

Tensor& opt_replication_pad2d_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReplicationPad2d>(self), out);
  return pad(ctx, vec::kPadFunctions, self, padding, 2, Padding::kReplicate, out);
}

}  // namespace torch::executor::native
