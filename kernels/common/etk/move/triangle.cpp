#include "etk/move/triangle.h"
#include "etk/base/copy.h"

#include <cstring>

namespace etk {

Tensor& triangle(
    Context& ctx, TriangleFunction faster, const Tensor& self, int64_t k, bool lower, Tensor& out) {
  ETK_REQUIRE(ctx, self.scalar_type() == out.scalar_type() && self.dim() >= 2, out);
  ETK_REQUIRE(ctx, !is_large_unsigned(self.scalar_type()), out);
  if (!resize(ctx, out, Shape(self))) {
    return out;
  }
  const View whole(self), target(out);
  const size_t row_dim = whole.rank - 2;
  const int64_t rows = whole.sizes[row_dim], columns = whole.sizes[row_dim + 1];
  k = k < -rows ? -rows : k > columns ? columns : k;
  if (faster && faster(self, k, lower, out)) {
    return out;
  }
  std::memset(target.data, 0, out.nbytes());  // zero in every dtype
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t border = border_of(row, k, lower, columns);
    View from = whole, to = target;
    for (View* view : {&from, &to}) {
      view->remove(row_dim, row);  // the index of the dimension after it has changed
      view->slice(row_dim, lower ? 0 : border, lower ? border : columns - border);
    }
    copy(from, to);
  }
  return out;
}

}  // namespace etk
