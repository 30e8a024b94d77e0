// polar(abs, angle) = abs · (cos(angle) + i · sin(angle))
#include "etk/base/selected_dtypes.h"
#include "etk/elementwise/complex_parts.h"
#include "etk/elementwise/doubles.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kPolar[] = "polar.out";

Tensor& polar_out(Context& ctx, const Tensor& abs, const Tensor& angle, Tensor& out) {
  const ScalarType dtype = abs.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kPolar>(abs, angle, out)) && angle.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, dtype != ScalarType::Half && is_complex_of(out, dtype), out);
  Shape shape(abs);
  ETK_REQUIRE(ctx, broadcast(shape, Shape(angle)), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  Doubles rows(shape, ~DimSet{0});
  const size_t lengths = rows.add(View(abs)), angles = rows.add(View(angle));
  const size_t real = rows.add(View(out).part(false)), imaginary = rows.add(View(out).part(true));
  double cosines[kChunk], sines[kChunk];
  while (rows.next_row()) {
    while (rows.next()) {
      const double *r = rows.read(lengths), *t = rows.read(angles);
      for (size_t i = 0; i < rows.size(); ++i) {
        cosines[i] = r[i] * std::cos(t[i]);
        sines[i] = r[i] * std::sin(t[i]);
      }
      rows.write(real, cosines);
      rows.write(imaginary, sines);
    }
  }
  return out;
}

}  // namespace torch::executor::native
