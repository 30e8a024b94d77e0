// channelwise_gated_delta_rule: what older programs call gated_delta_rule
#include "etk/base/dtype.h"
#include "gated_delta_rule.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kChannelwiseGatedDeltaRule[] = "llama::channelwise_gated_delta_rule.out";

std::tuple<Tensor&, Tensor&> channelwise_gated_delta_rule_out(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    const Tensor& decay,
    const Tensor& beta,
    const Tensor& initial_state,
    Tensor& out,
    Tensor& final_state_out) {
  const std::tuple<Tensor&, Tensor&> outs(out, final_state_out);
  ETK_REQUIRE(ctx, accepts<kChannelwiseGatedDeltaRule>(query), outs);
  apply_delta_rule(ctx, {query, key, value, decay, beta, initial_state}, out, final_state_out);
  return outs;
}

}  // namespace torch::executor::native
