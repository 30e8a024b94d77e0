// bincount(self)[i] = how many elements are i, or the sum of their weights
#include "etk/base/chunk.h"
#include "etk/base/copy.h"
#include "etk/index/gather.h"

#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBincount[] = "bincount.out";

namespace {

// The dtype of counts, or of sums of weights.
ScalarType count_dtype(const Tensor& self, const std::optional<Tensor>& weights) {
  if (!weights || self.numel() == 0) {
    return ScalarType::Long;
  }
  return weights->scalar_type() == ScalarType::Float ? ScalarType::Float : ScalarType::Double;
}

// The largest value plus one; -1 if a value is negative.
int64_t count_of_bins(const View& self) {
  int64_t count = 0;
  for (int64_t i = 0; i < self.sizes[0]; ++i) {
    const int64_t bin = read_index(self.dtype, self.data + i * self.strides[0]);
    if (bin < 0 || bin >= INT32_MAX) {
      return -1;
    }
    count = bin < count ? count : bin + 1;
  }
  return count;
}

template <typename C>
void add_to(ScalarType dtype, char* at, C value) {
  C total;
  load(dtype, at, 0, 1, &total);
  total = wrapping_sum(total, value);
  store(dtype, &total, 1, at, 0);
}

}  // namespace

Tensor& bincount_out(
    Context& ctx, const Tensor& self, const std::optional<Tensor>& weights, int64_t minlength, Tensor& out) {
  const ScalarType dtype = self.scalar_type(), result = count_dtype(self, weights);
  ETK_REQUIRE(ctx, (accepts<kBincount>(self, out)), out);
  ETK_REQUIRE(ctx, is_integer(dtype) && !is_large_unsigned(dtype) && self.dim() == 1, out);
  ETK_REQUIRE(ctx, minlength >= 0 && minlength <= INT32_MAX && out.scalar_type() == result, out);
  const View from(self);
  View added(self);
  if (weights) {
    ETK_REQUIRE(ctx, accepts<kBincount>(*weights), out);
    ETK_REQUIRE(ctx, compute_of(weights->scalar_type()) != Compute::kNone, out);
    ETK_REQUIRE(ctx, self.numel() == 0 || Shape(*weights) == Shape(self), out);
    added = View(*weights);
  }
  const int64_t bins = count_of_bins(from);
  ETK_REQUIRE(ctx, bins >= 0 && are_apart(self, out), out);
  Shape shape;
  shape.push_back(bins > minlength ? bins : minlength);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  fill(to, 0);
  Source weight(added.dtype, result);
  for (int64_t i = 0; i < from.sizes[0]; ++i) {
    char* const at = to.data + read_index(dtype, from.data + i * from.strides[0]) * to.strides[0];
    const void* value = weight.read(added.data + i * added.strides[0], 0, 1);
    if (result == ScalarType::Long) {
      add_to(result, at, int64_t{1});
    } else if (result == ScalarType::Float) {
      add_to(result, at, *static_cast<const float*>(value));
    } else {
      add_to(result, at, *static_cast<const double*>(value));
    }
  }
  return out;
}

}  // namespace torch::executor::native
