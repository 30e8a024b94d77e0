// _pdist_forward(self) = ‖self[i] - self[j]‖ₚ for each i < j
#include "etk/distance.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPdist[] = "_pdist_forward.out";

Tensor& _pdist_forward_out(Context& ctx, const Tensor& self, double p, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kPdist>(self) && self.dim() == 2 && p >= 0, out);
  ETK_REQUIRE(ctx, dtype == ScalarType::Float || dtype == ScalarType::Double, out);
  ETK_REQUIRE(ctx, out.scalar_type() == dtype, out);
  const int64_t n = self.size(0);
  Shape pairs;
  pairs.push_back(n * (n - 1) / 2);
  if (!resize(ctx, out, pairs)) {
    return out;
  }
  int64_t start = 0;
  for (int64_t i = 0; i + 1 < n; start += n - ++i) {
    View row(self), others(self), to(out);
    row.slice(0, i, 1);
    others.slice(0, i + 1, n - 1 - i);
    to.slice(0, start, n - 1 - i);
    to.insert(1);
    Doubles rows(others, DimSet{2});
    const size_t results = rows.add(to), from = rows.add(row), other = rows.add(others);
    while (rows.next_row()) {
      rows.set_row_value(results, distance(rows, from, other, p, /*skips_nan=*/false));
    }
  }
  return out;
}

}  // namespace torch::executor::native
