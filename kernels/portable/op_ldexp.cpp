// ldexp(self, other) = self · 2^other
#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLdexp[] = "ldexp.out";

namespace {

// PyTorch's rules for the product. With integer exponents, of which only the low 32 bits count, floats keep
// their dtype; otherwise powers are computed in their own dtype and multiplied.
struct Exponents {
  bool are_integers;
  ScalarType number, power, product;  // the dtypes to which these are rounded

  Exponents(const Tensor& self, const Tensor& other)
      : are_integers(is_floating(self.scalar_type()) && !is_floating(other.scalar_type())) {
    const ScalarType dtype = self.scalar_type(), exponent = other.scalar_type();
    power = is_floating(exponent) ? exponent : ScalarType::Float;
    const bool is_larger = (self.dim() == 0) != (other.dim() == 0);
    product = are_integers                             ? dtype
              : !is_larger                             ? promote(dtype, power)
              : other.dim() == 0 && is_floating(dtype) ? dtype
                                                       : power;
    number = rounded_as(self);
    other_ = rounded_as(other);
  }

  // The product of the number `x` and the power with the exponent at `y`.
  double operator()(double x, const void* y) const {
    if (are_integers) {
      return std::ldexp(x, static_cast<int32_t>(*static_cast<const int64_t*>(y)));
    }
    const double factor = rounded(power, std::exp2(rounded(power, *static_cast<const double*>(y))));
    return rounded(product, rounded(number, x) * rounded(other_, factor));
  }

 private:
  // Factors without dimensions are not rounded to Half or BFloat16.
  ScalarType rounded_as(const Tensor& factor) const {
    return factor.dim() == 0 && compute_of(product) == Compute::kFloat ? ScalarType::Float : product;
  }

  ScalarType other_;
};

bool have_powers(const Exponents& exponents, const Tensor& self, const Tensor& other, const Tensor& out) {
  const ScalarType dtype = other.scalar_type();
  if (compute_of(self.scalar_type()) == Compute::kNone || compute_of(dtype) == Compute::kNone) {
    return false;
  }
  if (exponents.are_integers) {
    return dtype != ScalarType::Bool && !is_large_unsigned(dtype) && out.scalar_type() == self.scalar_type();
  }
  return can_cast(exponents.product, out.scalar_type());
}

}  // namespace

Tensor& ldexp_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const Exponents exponents(self, other);
  ETK_REQUIRE(ctx, (accepts<kLdexp>(self, other, out)), out);
  ETK_REQUIRE(ctx, have_powers(exponents, self, other, out), out);
  Shape shape(self);
  ETK_REQUIRE(ctx, broadcast(shape, Shape(other)), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  Loop loop(shape);
  for (View view : {View(out), View(self), View(other)}) {
    view.broadcast_to(shape);
    loop.add(view);
  }
  loop.simplify();
  Source numbers(self.scalar_type(), ScalarType::Double);
  Source powers(other.scalar_type(), exponents.are_integers ? ScalarType::Long : ScalarType::Double);
  double products[kChunk];
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    const auto* x = static_cast<const double*>(numbers.read(cursor.at(1), loop.inner_stride(1), n));
    const auto* y = static_cast<const double*>(powers.read(cursor.at(2), loop.inner_stride(2), n));
    for (size_t i = 0; i < n; ++i) {
      products[i] = exponents(x[i], y + i);  // integer exponents have the same size as doubles
    }
    write(ScalarType::Double, products, n, out.scalar_type(), cursor.at(0), loop.inner_stride(0));
    cursor.step(n);
  }
  return out;
}

}  // namespace torch::executor::native
