// replication_pad1d(self, padding): self, with the borders of its last dimension repeated
#include "vec/move/padding.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kReplicationPad1d[] = "replication_pad1d.out";

Tensor& opt_replication_pad1d_out(Context& ctx, const Tensor& self, ArrayRef<int64_t> padding, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kReplicationPad1d>(self), out);
  return pad(ctx, vec::kPadFunctions, self, padding, 1, Padding::kReplicate, out);
}

}  // namespace torch::executor::native
