// _h2d_copy(self) = self, from the host to a device
#include "etk/base/selected_dtypes.h"
#include "etk/move/device.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kH2dCopy[] = "et_copy::_h2d_copy.out";

Tensor& _h2d_copy_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kH2dCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  return copy_to_device(ctx, self, out);
}

}  // namespace torch::executor::native
