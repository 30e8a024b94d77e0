// mode(self, dim) = the element along dim that is there most often, the smallest of several, and its last
// index
#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/elementwise/map.h"
#include "etk/order/elements_by_key.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMode[] = "mode.values";

namespace {

// The last occurrence of the most frequent element.
Ranked most_often(ScalarType dtype, const Ranked* ranked, size_t n) {
  size_t most = 0;
  Ranked result{};
  for (size_t i = 0; i < n;) {
    const size_t count = count_equal(dtype, ranked + i, n - i);
    if (count > most) {
      most = count;
      result = ranked[i + count - 1];
    }
    i += count;
  }
  return result;
}

}  // namespace

std::tuple<Tensor&, Tensor&> mode_values(
    Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  const std::tuple<Tensor&, Tensor&> outs(values, indices);
  const ScalarType dtype = self.scalar_type();
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(ctx, (accepts<kMode>(self, indices)) && d, outs);
  ETK_REQUIRE(ctx, is_number(dtype) || dtype == ScalarType::Bool, outs);
  ETK_REQUIRE(ctx, values.scalar_type() == dtype && indices.scalar_type() == ScalarType::Long, outs);
  View from(self);
  if (from.rank == 0) {
    from.insert(0);
  }
  const auto n = static_cast<size_t>(from.sizes[*d]);
  const ptrdiff_t stride = from.strides[*d];
  ETK_REQUIRE(ctx, n > 0, outs);
  Shape shape;
  for (size_t i = 0; i < static_cast<size_t>(self.dim()); ++i) {
    if (i != *d || keepdim) {
      shape.push_back(i == *d ? 1 : self.size(i));
    }
  }
  auto* ranked = static_cast<Ranked*>(allocate(ctx, n * sizeof(Ranked), alignof(Ranked)));
  if (!ranked || !resize(ctx, values, shape) || !resize(ctx, indices, shape)) {
    return outs;
  }
  View views[] = {View(values), View(indices), from};
  views[2].remove(*d);
  for (size_t v = 0; v < 2; ++v) {
    if (keepdim && self.dim() > 0) {
      views[v].remove(*d);
    }
  }
  Loop loop(views[2]);
  for (const View& view : views) {
    loop.add(view);
  }
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    set_keys(dtype, cursor.at(2), stride, n, 0, ranked);
    sort_keys(ranked, n);
    const Ranked mode = most_often(dtype, ranked, n);
    copy_elements(cursor.at(2) + mode.index * stride, 0, cursor.at(0), 0, from.element_size, 1);
    store(ScalarType::Long, &mode.index, 1, cursor.at(1), 0);
  }
  return outs;
}

}  // namespace torch::executor::native
