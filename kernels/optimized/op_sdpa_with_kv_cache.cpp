// sdpa_with_kv_cache(query, key, value, key_cache, value_cache, start_pos, seq_len): puts keys and values
// into their caches, and attends over these
#include "etk/attention/sdpa.h"
#include "vec/attention/attend.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSdpaWithKvCache[] = "llama::sdpa_with_kv_cache.out";

Tensor& opt_sdpa_with_kv_cache_out(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    Tensor& key_cache,
    Tensor& value_cache,
    int64_t start_pos,
    int64_t seq_len,
    const std::optional<Tensor>& attn_mask,
    double drpout_p,
    bool is_causal,
    std::optional<double> scale,
    Tensor& out) {
  return attend_sdpa_with_kv_cache<kSdpaWithKvCache>(
      vec::attend, ctx, query, key, value, key_cache, value_cache, start_pos, seq_len, attn_mask, drpout_p,
      is_causal, scale, out);
}

}  // namespace torch::executor::native
