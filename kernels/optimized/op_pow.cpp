// pow(self, exponent) = self ^ exponent

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_pow.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/power-inl.h"

#ifndef ETK_POW_NAMES
#define ETK_POW_NAMES
static constexpr char kPowScalar[] = "pow.Scalar_out";
static constexpr char kPowTensorScalar[] = "pow.Tensor_Scalar_out";
static constexpr char kPowTensorTensor[] = "pow.Tensor_Tensor_out";
#endif

ETK_VEC_MAP(pow, 2);

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct Square {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x) const {
    return hn::Mul(x, x);
  }
};

struct Cube {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x) const {
    return hn::Mul(hn::Mul(x, x), x);
  }
};

struct RootOf {
  template <class D, class V>
  HWY_INLINE V operator()(D, V x) const {
    return hn::Sqrt(x);
  }
};

struct ReciprocalRoot {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    return rsqrt(d, x);
  }
};

void square_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kPowTensorScalar, kPowTensorScalar, Square, 1>(in, out, n);
}

void cube_numbers(const Input* in, Output out, size_t n) {
  map_numbers<kPowTensorScalar, kPowTensorScalar, Cube, 1>(in, out, n);
}

void root_floats(const Input* in, Output out, size_t n) {
  map_floats<RootOf, 1>(in, out, n);
}

void reciprocal_root_floats(const Input* in, Output out, size_t n) {
  map_floats<ReciprocalRoot, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/power.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(pow_floats, 8);
ETK_VEC_EXPORT_NUMBERS(square_numbers);
ETK_VEC_EXPORT_NUMBERS(cube_numbers);
ETK_VEC_EXPORT_AT_COST(root_floats, 2);
ETK_VEC_EXPORT_AT_COST(reciprocal_root_floats, 2);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

Tensor& opt_pow_scalar_out(Context& ctx, const Scalar& self, const Tensor& exponent, Tensor& out) {
  ETK_REQUIRE(ctx, has_powers(self, exponent), out);
  return vec::map<kPowScalar, Promote::kSame>(ctx, out, vec::pow_floats_pointer(), Power(), self, exponent);
}

Tensor& opt_pow_tensor_scalar_out(Context& ctx, const Tensor& self, const Scalar& exponent, Tensor& out) {
  const double power = to<double>(exponent);
  if (is_root(self, exponent)) {
    return power < 0 ? vec::map<kPowTensorScalar, Promote::kFloat>(
                           ctx, out, vec::reciprocal_root_floats_pointer(), Root{true}, self)
                     : vec::map<kPowTensorScalar, Promote::kFloat>(
                           ctx, out, vec::root_floats_pointer(), Root{false}, self);
  }
  ETK_REQUIRE(ctx, has_power(self, exponent), out);
  if (promoted(self, exponent) == self.scalar_type()) {
    if (power == 2 &&
        vec::try_map<kPowTensorScalar, Promote::kSame>(out, vec::square_numbers_pointer(), self)) {
      return out;
    }
    if (power == 3 &&
        vec::try_map<kPowTensorScalar, Promote::kSame>(out, vec::cube_numbers_pointer(), self)) {
      return out;
    }
  }
  return vec::map<kPowTensorScalar, Promote::kSame>(
      ctx, out, vec::pow_floats_pointer(), Power(), self, exponent);
}

Tensor& opt_pow_tensor_tensor_out(Context& ctx, const Tensor& self, const Tensor& exponent, Tensor& out) {
  return vec::map<kPowTensorTensor, Promote::kNumber>(
      ctx, out, vec::pow_floats_pointer(), Power(), self, exponent);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
