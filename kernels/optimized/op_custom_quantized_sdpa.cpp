// custom_quantized_sdpa(query, key, value, start_pos, …): attention over caches of quantized keys and values,
// for quantized queries
#include "etk/attention/sdpa.h"
#include "vec/attention/attend.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCustomQuantizedSdpa[] = "llama::custom_quantized_sdpa.out";

Tensor& opt_custom_quantized_sdpa_out(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    int64_t start_pos,
    const std::optional<Tensor>& attn_mask,
    double drpout_p,
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
  return attend_custom_quantized_sdpa<kCustomQuantizedSdpa>(
      vec::attend, ctx, query, key, value, start_pos, attn_mask, drpout_p, is_causal, scale, q_zero_points,
      q_scales, k_zero_points, k_scales, v_zero_points, v_scales, is_seq_at_dim_2, out);
}

}  // namespace torch::executor::native
