// custom_sdpa(query, key, value, start_pos): attention over caches of keys and values
#include "etk/attention/attend.h"
#include "etk/base/faster.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCustomSdpa[] = "llama::custom_sdpa.out";

Tensor& ETK_KERNEL(custom_sdpa_out)(
    Context& ctx,
    const Tensor& query,
    const Tensor& key,
    const Tensor& value,
    int64_t start_pos,
    const std::optional<Tensor>& attn_mask,
    double /*drpout_p: for training*/,
    bool is_causal,
    std::optional<double> scale,
    Tensor& out) {
  const ScalarType dtype = query.scalar_type();
  ETK_REQUIRE(ctx, accepts<kCustomSdpa>(query) && compute_of(dtype) == Compute::kFloat, out);
  ETK_REQUIRE(ctx, have_dtype(dtype, key, value, out), out);
  ETK_REQUIRE(ctx, query.dim() == 4 && key.dim() == 4 && value.dim() == 4, out);
  const Heads q(query, false), k(key, false), v(value, false);
  const Seen seen{start_pos, attn_mask, is_causal, scale};
  ETK_REQUIRE(ctx, can_attend(q, k, v, seen), out);
  if (resize(ctx, out, Shape(query))) {
    faster_or<kCustomSdpa, AttendFunction>(attend)(ctx, q, k, v, seen, Heads(out, false));
  }
  return out;
}

}  // namespace torch::executor::native
