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

// The number of elements that differ, NaN from any other.
double differing(Doubles& rows, size_t x, size_t y) {
  double count = 0;
  while (rows.next()) {
    const double *a = rows.read(x), *b = rows.read(y);
    for (size_t i = 0; i < rows.size(); ++i) {
      count += a[i] - b[i] != 0 ? 1 : 0;
    }
  }
  return count;
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
  rows.set_row_value(
      to, power == 0 ? differing(rows, from, from_other)
                     : distance(rows, from, from_other, power, /*skips_nan=*/false));
  return out;
}

}  // namespace torch::executor::native
