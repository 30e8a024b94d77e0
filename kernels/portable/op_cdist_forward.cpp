// _cdist_forward(x1, x2)[i][j] = ‖x1[i] - x2[j]‖ₚ, for each pair of matrices that the batches broadcast to
#include "etk/distance.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCdist[] = "_cdist_forward.out";

Tensor& _cdist_forward_out(
    Context& ctx,
    const Tensor& x1,
    const Tensor& x2,
    double p,
    std::optional<int64_t> compute_mode,
    Tensor& out) {
  const ScalarType dtype = x1.scalar_type();
  ETK_REQUIRE(ctx, accepts<kCdist>(x1), out);
  ETK_REQUIRE(ctx, dtype == ScalarType::Float || dtype == ScalarType::Double, out);
  ETK_REQUIRE(ctx, x2.scalar_type() == dtype && out.scalar_type() == dtype, out);
  const int64_t mode = compute_mode.value_or(0);  // says how to compute the same
  ETK_REQUIRE(ctx, p >= 0 && mode >= 0 && mode <= 2, out);
  View a(x1), b(x2);
  ETK_REQUIRE(ctx, a.rank >= 2 && b.rank >= 2 && a.rank < kMaxRank && b.rank < kMaxRank, out);
  ETK_REQUIRE(ctx, a.sizes[a.rank - 1] == b.sizes[b.rank - 1], out);
  // Dimensions: batch, rows of x1, rows of x2, elements of a vector.
  a.insert(a.rank - 1);
  b.insert(b.rank - 2);
  Shape shape = a;
  ETK_REQUIRE(ctx, broadcast(shape, b), out);
  Shape distances = shape;
  --distances.rank;
  if (!resize(ctx, out, distances)) {
    return out;
  }
  View to(out);
  to.insert(to.rank);
  Doubles rows(shape, DimSet{1} << (shape.rank - 1));
  const size_t results = rows.add(to), from = rows.add(a), other = rows.add(b);
  while (rows.next_row()) {
    rows.set_row_value(results, distance(rows, from, other, p, /*skips_nan=*/true));
  }
  return out;
}

}  // namespace torch::executor::native
