// update_cache(value, cache, start_pos): puts keys or values into their cache from a position on
#include "etk/attention/cache.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpdateCache[] = "llama::update_cache.out";

Tensor& update_cache_out(Context& ctx, const Tensor& value, Tensor& cache, int64_t start_pos, Tensor& out) {
  const ScalarType dtype = value.scalar_type();
  ETK_REQUIRE(ctx, accepts<kUpdateCache>(value) && compute_of(dtype) != Compute::kNone, out);
  ETK_REQUIRE(ctx, fits_cache(value, cache) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, has_room(value, cache, start_pos), out);
  if (set_nothing(ctx, out)) {
    put(value, cache, start_pos);
  }
  return out;
}

}  // namespace torch::executor::native
