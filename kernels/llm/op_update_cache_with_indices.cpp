// update_cache_with_indices(value, cache, start_pos, indices): puts keys or values into their cache, each
// where its index says
#include "etk/attention/cache.h"
#include "etk/base/copy.h"
#include "etk/base/selected_dtypes.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kUpdateCacheWithIndices[] = "llama::update_cache_with_indices.out";

// Calls f(batch, position, index) for each index; returns false as soon as f does.
template <typename F>
static bool for_each_index(const Tensor& indices, const F& f) {
  const View view(indices);
  for (int64_t batch = 0; batch < view.sizes[0]; ++batch) {
    for (int64_t at = 0; at < view.sizes[1]; ++at) {
      const char* index = view.data + batch * view.strides[0] + at * view.strides[1];
      if (!f(batch, at, *reinterpret_cast<const int64_t*>(index))) {
        return false;
      }
    }
  }
  return true;
}

Tensor& update_cache_with_indices_out(
    Context& ctx, const Tensor& value, Tensor& cache, int64_t start_pos, const Tensor& indices, Tensor& out) {
  const ScalarType dtype = value.scalar_type();
  ETK_REQUIRE(
      ctx, accepts<kUpdateCacheWithIndices>(value, indices) && compute_of(dtype) != Compute::kNone, out);
  ETK_REQUIRE(ctx, fits_cache(value, cache) && out.scalar_type() == dtype && start_pos >= 0, out);
  ETK_REQUIRE(ctx, indices.scalar_type() == ScalarType::Long && indices.dim() == 2, out);
  ETK_REQUIRE(ctx, indices.size(0) == value.size(0) && indices.size(1) == value.size(1), out);
  const int64_t length = cache.size(1);
  const auto is_inside = [=](int64_t, int64_t, int64_t index) { return index >= 0 && index < length; };
  ETK_REQUIRE(ctx, are_apart(indices, cache) && for_each_index(indices, is_inside), out);
  ETK_REQUIRE(ctx, are_apart(indices, out), out);
  if (!set_nothing(ctx, out)) {
    return out;
  }
  const View from(value), to(cache);
  for_each_index(indices, [&](int64_t batch, int64_t at, int64_t index) {
    View row = from, target = to;
    row.slice(0, batch, 1);
    row.slice(1, at, 1);
    target.slice(0, batch, 1);
    target.slice(1, index, 1);
    copy(row, target);
    return true;
  });
  return out;
}

}  // namespace torch::executor::native
