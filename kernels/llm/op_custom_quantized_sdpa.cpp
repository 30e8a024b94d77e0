// custom_quantized_sdpa(query, key, value, start_pos, …): attention over caches of quantized keys and values,
// for quantized queries
#include "etk/attention/attend.h"
#include "etk/base/faster.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCustomQuantizedSdpa[] = "llama::custom_quantized_sdpa.out";

Tensor& ETK_KERNEL(custom_quantized_sdpa_out)(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    int64_t start_pos,
    const std::optional<Tensor>& attn_mask,
    double /*drpout_p: for training*/,
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
  ETK_REQUIRE(ctx, accepts<kCustomQuantizedSdpa>(query, out), out);
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
    const Heads o(out, is_seq_at_dim_2);
    faster_or<kCustomQuantizedSdpa, AttendFunction>(attend)(ctx, q, k, v, seen, o);
  }
  return out;
}

}  // namespace torch::executor::native
