// The operators of attention over caches; the function that computes the attention is a parameter.
#pragma once

#include "etk/attention/attention.h"
#include "etk/attention/cache.h"
#include "etk/base/dtype.h"

namespace etk {

/// Computes attention over caches without changing them.
template <const char* kOp>
Tensor& attend_custom_sdpa(
    AttendFunction function,
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    int64_t start_pos,
    const std::optional<Tensor>& attn_mask,
    double /*for training*/,
    bool is_causal,
    std::optional<double> scale,
    Tensor& out) {
  const ScalarType dtype = query.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(query) && compute_of(dtype) == Compute::kFloat, out);
  ETK_REQUIRE(ctx, have_dtype(dtype, key, value, out), out);
  ETK_REQUIRE(ctx, query.dim() == 4 && key.dim() == 4 && value.dim() == 4, out);
  const Heads q(query, false), k(key, false), v(value, false);
  const Seen seen{start_pos, attn_mask, is_causal, scale};
  ETK_REQUIRE(ctx, can_attend(q, k, v, seen), out);
  if (resize(ctx, out, Shape(query))) {
    function(ctx, q, k, v, seen, Heads(out, false));
  }
  return out;
}

/// Copies keys and values into their caches, and computes attention over these.
template <const char* kOp>
Tensor& attend_sdpa_with_kv_cache(
    AttendFunction function,
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    Tensor& key_cache,
    Tensor& value_cache,
    int64_t start_pos,
    int64_t seq_len,
    const std::optional<Tensor>& attn_mask,
    double /*for training*/,
    bool is_causal,
    std::optional<double> scale,
    Tensor& out) {
  const ScalarType dtype = query.scalar_type();
  ETK_REQUIRE(ctx, accepts<kOp>(query) && compute_of(dtype) == Compute::kFloat, out);
  ETK_REQUIRE(ctx, have_dtype(dtype, key, value, key_cache, value_cache, out), out);
  ETK_REQUIRE(ctx, query.dim() == 4 && query.size(1) == seq_len, out);
  ETK_REQUIRE(ctx, fits_cache(key, key_cache) && fits_cache(value, value_cache), out);
  ETK_REQUIRE(ctx, key.size(1) == seq_len && value.size(1) == seq_len, out);
  ETK_REQUIRE(ctx, has_room(key, key_cache, start_pos) && has_room(value, value_cache, start_pos), out);
  const Heads q(query, false), k(key_cache, false), v(value_cache, false);
  const Seen seen{start_pos, attn_mask, is_causal, scale};
  ETK_REQUIRE(ctx, can_attend(q, k, v, seen), out);
  if (!resize(ctx, out, Shape(query))) {
    return out;
  }
  put(key, key_cache, start_pos);
  put(value, value_cache, start_pos);
  function(ctx, q, k, v, seen, Heads(out, false));
  return out;
}

/// Computes attention over caches of quantized keys and values, for quantized queries.
template <const char* kOp>
Tensor& attend_custom_quantized_sdpa(
    AttendFunction function,
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    int64_t start_pos,
    const std::optional<Tensor>& attn_mask,
    double /*for training*/,
    bool is_causal,
    std::optional<double> scale,
    const std::optional<Tensor>& q_zero_points,
    const std::optional<Tensor>& q_scales,
    const std::optional<Tensor>& k_zero_points,
    const std::optional<Tensor>& k_scales,
    const std::optional<Tensor>& v_zero_points,
    const std::optional<Tensor>& v_scales,
    bool is_seq_at_dim_2,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kOp>(query, out), out);
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, query, key, value), out);
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Float, out);
  ETK_REQUIRE(ctx, query.dim() == 4 && key.dim() == 4 && value.dim() == 4, out);
  Heads q(query, is_seq_at_dim_2), k(key, is_seq_at_dim_2), v(value, is_seq_at_dim_2);
  ETK_REQUIRE(ctx, q.quantize(q_scales, q_zero_points, is_seq_at_dim_2), out);
  ETK_REQUIRE(ctx, k.quantize(k_scales, k_zero_points, is_seq_at_dim_2), out);
  ETK_REQUIRE(ctx, v.quantize(v_scales, v_zero_points, is_seq_at_dim_2), out);
  const Seen seen{start_pos, attn_mask, is_causal, scale};
  ETK_REQUIRE(ctx, can_attend(q, k, v, seen), out);
  if (resize(ctx, out, Shape(query))) {
    function(ctx, q, k, v, seen, Heads(out, is_seq_at_dim_2));
  }
  return out;
}

}  // namespace etk
