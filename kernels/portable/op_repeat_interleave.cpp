// repeat_interleave(repeats) = each index i of repeats, repeats[i] times
#include "etk/indices.h"
#include "etk/view.h"

#include <limits>

namespace torch::executor::native {
using namespace etk;

static constexpr char kRepeatInterleave[] = "repeat_interleave.Tensor_out";

Tensor& repeat_interleave_Tensor_out(
    Context& ctx, const Tensor& repeats, std::optional<int64_t> output_size, Tensor& out) {
  const ScalarType dtype = repeats.scalar_type();
  constexpr int64_t limit = std::numeric_limits<executorch::aten::SizesType>::max();
  ETK_REQUIRE(ctx, accepts<kRepeatInterleave>(repeats) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, repeats.dim() == 1 && are_indices(repeats, 0, limit), out);
  const View times(repeats);
  const auto count = [&](int64_t i) { return read_index(dtype, times.data + i * times.strides[0]); };
  int64_t total = 0;
  for (int64_t i = 0; i < times.sizes[0]; ++i) {
    total += count(i);
  }
  ETK_REQUIRE(ctx, total <= limit && output_size.value_or(total) == total, out);
  Shape shape;
  shape.push_back(total);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  int64_t start = 0;
  for (int64_t i = 0; i < times.sizes[0]; ++i) {
    View part(out);
    part.slice(0, start, count(i));
    fill(part, i);
    start += count(i);
  }
  return out;
}

}  // namespace torch::executor::native
