// where(condition, self, other) = self where the condition holds, else other
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kWhere[] = "where.self_out";

Tensor& ETK_KERNEL(where_out)(
    Context& ctx, const Tensor& condition, const Tensor& self, const Tensor& other, Tensor& out) {
  const ScalarType dtype = condition.scalar_type();
  ETK_REQUIRE(ctx, dtype == ScalarType::Bool || dtype == ScalarType::Byte, out);
  const auto choose = of_complex([](auto holds, auto a, auto b) { return holds != 0 ? a : b; });
  const auto holds = argument<kWhere, 0>(condition);
  return map<kWhere, Promote::kSame>(
      ctx, out, choose, unpromoted(holds), argument<kWhere, 1>(self), argument<kWhere, 2>(other));
}

}  // namespace torch::executor::native
