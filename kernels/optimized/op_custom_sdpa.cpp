// custom_sdpa(query, key, value, start_pos): attention over caches of keys and values
#include "etk/attention/sdpa.h"
#include "vec/attention/attend.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCustomSdpa[] = "llama::custom_sdpa.out";

Tensor& opt_custom_sdpa_out(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    int64_t start_pos,
    const std::optional<Tensor>& attn_mask,
    double drpout_p,
    bool is_causal,
    std::optional<double> scale,
    Tensor& out) {
  return attend_custom_sdpa<kCustomSdpa>(
      vec::attend, ctx, query, key, value, start_pos, attn_mask, drpout_p, is_causal, scale, out);
}

}  // namespace torch::executor::native
