// dist(self, other, p) = ‖self - other‖ₚ of all elements
#include "etk/base/selected_dtypes.h"
#include "etk/elementwise/map.h"
#include "etk/product/distance.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kDist[] = "dist.out";

namespace {

bool can_subtract(const Tensor& tensor) {
  return tensor.scalar_type() != ScalarType::Bool;
}

}  // namespace

Tensor& dist_out(Context& ctx, const Tensor& self, const Tensor& other, const Scalar& p, Tensor& out) {
  const ScalarType dtype = promoted(self, other);
  ETK_REQUIRE(ctx, accepts<kDist>(self, other) && can_subtract(self) && can_subtract(other), out);
  ETK_REQUIRE(ctx, is_floating(dtype) && out.scalar_type() == dtype, out);
  const View a(self), b(other);
  Shape shape = a;
  const double power = rounded(dtype == ScalarType::Double ? dtype : ScalarType::Float, etk::to<double>(p));
  // A sum of powers without terms is 0, an extreme is not.
  ETK_REQUIRE(ctx, broadcast(shape, b) && (shape.numel() > 0 || (power >= 0 && std::isfinite(power))), out);
  if (!resize(ctx, out, Shape())) {
    return out;
  }
  Doubles rows(shape, (DimSet{1} << shape.rank) - 1);
  const size_t from = rows.add(a), from_other = rows.add(b), to = rows.add(View(out));
  rows.next_row();
  rows.set_row_value(to, distance(rows, from, from_other, power, /*skips_nan=*/false, /*counts_nan=*/true));
  return out;
}

}  // namespace torch::executor::native
