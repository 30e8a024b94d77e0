// frexp(x): the mantissa and the exponent with x = mantissa · 2^exponent, 0.5 ≤ |mantissa| < 1
#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"
#include "etk/elementwise/doubles.h"

#include <cmath>
#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kFrexp[] = "frexp.Tensor_out";

std::tuple<Tensor&, Tensor&> frexp_Tensor_out(
    Context& ctx, const Tensor& self, Tensor& mantissa, Tensor& exponent) {
  const std::tuple<Tensor&, Tensor&> outs(mantissa, exponent);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kFrexp>(self, exponent)) && is_floating(dtype), outs);
  ETK_REQUIRE(ctx, mantissa.scalar_type() == dtype && exponent.scalar_type() == ScalarType::Int, outs);
  if (!resize(ctx, mantissa, Shape(self)) || !resize(ctx, exponent, Shape(self))) {
    return outs;
  }
  const View from(self), to(mantissa), power(exponent);
  Loop loop(from);
  for (const View* view : {&from, &to, &power}) {
    loop.add(*view);
  }
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    int n = 0;
    write_double(dtype, cursor.at(1), std::frexp(read_double(dtype, cursor.at(0)), &n));
    *reinterpret_cast<int32_t*>(cursor.at(2)) = n;
  }
  return outs;
}

}  // namespace torch::executor::native
