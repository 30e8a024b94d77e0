// _d2h_copy(self) = self, from a device to the host
#include "etk/base/selected_dtypes.h"
#include "etk/move/device.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kD2hCopy[] = "et_copy::_d2h_copy.out";

Tensor& _d2h_copy_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kD2hCopy>(self) && out.scalar_type() == self.scalar_type(), out);
  return copy_from_device(ctx, self, out);
}

}  // namespace torch::executor::native
