// replication_pad2d(self, padding): self, with the borders of its last 2 dimensions repeated
#include "etk/base/faster.h"
#include "etk/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReplicationPad2d[] = "replication_pad2d.out";

Tensor& ETK_KERNEL(replication_pad2d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReplicationPad2d>(self), out);
  return pad(ctx, faster<kReplicationPad2d, PadFunctions>(), self, padding, 2, Padding::kReplicate, out);
}

}  // namespace torch::executor::native
