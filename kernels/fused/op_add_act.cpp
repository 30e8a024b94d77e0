// add_act(self, other) = activation(self + other)
#include "etk/elementwise/activation.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAddAct[] = "etk::add_act.out";

Tensor& ETK_KERNEL(add_act_out)(
    Context& ctx,
    const Tensor& self,
    const Tensor& other,
    std::string_view activation,
    std::optional<double> lower,
    std::optional<double> upper,
    Tensor& out) {
  ActivatedSum f;
  ETK_REQUIRE(ctx, have_dtype(self.scalar_type(), other, out), out);
  ETK_REQUIRE(ctx, f.activation.read(activation, lower, upper), out);
  return map<kAddAct, Promote::kFloating>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
