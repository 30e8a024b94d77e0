// The gated delta rule, which keeps in a matrix for each head what keys have been told to stand for:
//
//   state = decay · state; state += key ⊗ (beta · (value - keyᵀ · state)); out = queryᵀ · state
//
// for one token after the other. Several heads of the queries may share a state.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// [batch, heads, tokens, size of a head] each, but decay, which may do without the last, beta, which does,
/// and the state: [batch, heads, size of a key, size of a value].
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
