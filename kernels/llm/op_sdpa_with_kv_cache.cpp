// sdpa_with_kv_cache(query, key, value, key_cache, value_cache, start_pos, seq_len): puts keys and values
// into their caches, and attends over these
#include "etk/attention/attend.h"
#include "etk/attention/cache.h"
#include "etk/base/faster.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSdpaWithKvCache[] = "llama::sdpa_with_kv_cache.out";

Tensor& ETK_KERNEL(sdpa_with_kv_cache_out)(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    Tensor& key_cache,
    Tensor& value_cache,
    int64_t start_pos,
    int64_t seq_len,
    const std::optional<Tensor>& attn_mask,
    double /*drpout_p: for training*/,
    bool is_causal,
    std::optional<double> scale,
    Tensor& out) {
  const ScalarType dtype = query.scalar_type();
  ETK_REQUIRE(ctx, accepts<kSdpaWithKvCache>(query) && compute_of(dtype) == Compute::kFloat, out);
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
  faster_or<kSdpaWithKvCache, AttendFunction>(attend)(ctx, q, k, v, seen, Heads(out, false));
  return out;
}

}  // namespace torch::executor::native
