// replication_pad1d(self, padding): self, with the borders of its last dimension repeated
#include "etk/base/faster.h"
#include "etk/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReplicationPad1d[] = "replication_pad1d.out";

Tensor& ETK_KERNEL(replication_pad1d_out)(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReplicationPad1d>(self), out);
  return pad(ctx, faster<kReplicationPad1d, PadFunctions>(), self, padding, 1, Padding::kReplicate, out);
}

}  // namespace torch::executor::native
