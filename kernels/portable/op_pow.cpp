// pow(self, exponent) = self ^ exponent
#include "etk/creation.h"
#include "etk/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kPowScalar[] = "pow.Scalar_out";
static constexpr char kPowTensorScalar[] = "pow.Tensor_Scalar_out";
static constexpr char kPowTensorTensor[] = "pow.Tensor_Tensor_out";

namespace {

struct Power {
  // Wraps around. Of the integers, only 1 and -1 have powers with negative exponents; others become 0.
  int64_t operator()(int64_t base, int64_t exponent) const {
    if (exponent < 0) {
      return base == 1 || (base == -1 && exponent % 2 == 0) ? 1 : base == -1 ? -1 : 0;
    }
    uint64_t result = 1;
    for (uint64_t square = static_cast<uint64_t>(base); exponent != 0; exponent >>= 1, square *= square) {
      result *= exponent & 1 ? square : 1;
    }
    return static_cast<int64_t>(result);
  }
  template <typename C>
  C operator()(C base, C exponent) const {
    return std::pow(base, exponent);
  }
};

bool is_integer_number(const Scalar& number, int64_t value) {
  return !number.isFloatingPoint() && to<int64_t>(number) == value;
}

}  // namespace

Tensor& pow_Scalar_out(Context& ctx, const Scalar& self, const Tensor& exponent, Tensor& out) {
  // The powers of 1 need no arithmetic.
  const bool is_one = is_integer_number(self, 1) && !self.isBoolean();
  ETK_REQUIRE(ctx, is_one || is_number(promoted(self, exponent)), out);
  return map<kPowScalar, Promote::kSame>(ctx, out, Power(), self, exponent);
}

Tensor& pow_Tensor_Scalar_out(Context& ctx, const Tensor& self, const Scalar& exponent, Tensor& out) {
  const ScalarType dtype = promoted(self, exponent);
  const double power = to<double>(exponent);
  if (is_floating(dtype) && dtype != ScalarType::Half && std::fabs(power) == 0.5) {
    // PyTorch takes the square root, which differs from the power for -inf and -0.
    const auto root = [power](auto x) { return power < 0 ? 1 / std::sqrt(x) : std::sqrt(x); };
    return map<kPowTensorScalar, Promote::kFloat>(ctx, out, root, self);
  }
  const bool is_trivial = is_integer_number(exponent, 0) || is_integer_number(exponent, 1);
  ETK_REQUIRE(ctx, is_trivial || is_number(dtype), out);
  ETK_REQUIRE(ctx, can_hold(dtype, exponent) && (is_floating(dtype) || power >= 0), out);
  return map<kPowTensorScalar, Promote::kSame>(ctx, out, Power(), self, exponent);
}

Tensor& pow_Tensor_Tensor_out(Context& ctx, const Tensor& self, const Tensor& exponent, Tensor& out) {
  return map<kPowTensorTensor, Promote::kNumber>(ctx, out, Power(), self, exponent);
}

}  // namespace torch::executor::native
