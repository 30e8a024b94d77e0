// The gated delta rule. A matrix for each head, the state, associates keys with values:
//
//   state = decay · state; state += key ⊗ (beta · (value - keyᵀ · state)); out = queryᵀ · state
//
// for each token in order. Several heads of the queries may share a state.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// The arguments: [batch, heads, tokens, head size] each, except decay, where the last dimension is optional;
/// beta, which does not have it; and the state, [batch, heads, key size, value size].
struct DeltaRule {
  const Tensor& query;
  const Tensor& key;
  const Tensor& value;
  const Tensor& decay;
  const Tensor& beta;
  const Tensor& initial_state;
};

/// Computes the outs, or fails.
void apply_delta_rule(Context& ctx, const DeltaRule& rule, Tensor& out, Tensor& final_state);

}  // namespace etk
