// lcm(self, other) = the least positive integer that both divide; 0 where one of them is
#include "etk/elementwise/divisor.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLcm[] = "lcm.out";

Tensor& lcm_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  return map<kLcm, Promote::kShift>(ctx, out, CommonMultiple{promoted(self, other)}, self, other);
}

}  // namespace torch::executor::native
