// gated_delta_rule(query, key, value, decay, beta, initial_state): what queries read from states that keys
// and values write, one token after the other
#include "etk/base/dtype.h"
#include "gated_delta_rule.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGatedDeltaRule[] = "llama::gated_delta_rule.out";

std::tuple<Tensor&, Tensor&> gated_delta_rule_out(
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
  ETK_REQUIRE(ctx, accepts<kGatedDeltaRule>(query), outs);
  apply_delta_rule(ctx, {query, key, value, decay, beta, initial_state}, out, final_state_out);
  return outs;
}

}  // namespace torch::executor::native
