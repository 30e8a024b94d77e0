// replication_pad3d(self, padding): self, with the borders of its last 3 dimensions repeated
#include "etk/base/faster.h"
#include "etk/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReplicationPad3d[] = "replication_pad3d.out";

Tensor& ETK_KERNEL(replication_pad3d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReplicationPad3d>(self), out);
  return pad(ctx, faster<kReplicationPad3d, PadFunctions>(), self, padding, 3, Padding::kReplicate, out);
}

}  // namespace torch::executor::native
