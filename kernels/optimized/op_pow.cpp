// pow(self, exponent) = self ^ exponent

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_pow.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/power-inl.h"

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
  map_numbers<selected_bits("pow.Tensor_Scalar_out"), Square, 1>(in, out, n);
}

void cube_numbers(const Input* in, Output out, size_t n) {
  map_numbers<selected_bits("pow.Tensor_Scalar_out"), Cube, 1>(in, out, n);
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
#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(pow_floats, 8);
ETK_VEC_EXPORT_NUMBERS(square_numbers);
ETK_VEC_EXPORT_NUMBERS(cube_numbers);
ETK_VEC_EXPORT_AT_COST(root_floats, 2);
ETK_VEC_EXPORT_AT_COST(reciprocal_root_floats, 2);

// For exponents that are numbers, some powers are computed as products or roots.
struct PowerOfNumberMap : FasterMap {
  template <const char* kOp, Promote kPromote>
  static Tensor& map(Context& ctx, Tensor& out, const Root& f, const Tensor& self) {
    return f.is_reciprocal ? vec::map<kOp, kPromote>(ctx, out, reciprocal_root_floats_pointer(), f, self)
                           : vec::map<kOp, kPromote>(ctx, out, root_floats_pointer(), f, self);
  }
  template <const char* kOp, Promote kPromote>
  static Tensor& map(Context& ctx, Tensor& out, const Power& f, const Tensor& self, const Scalar& exponent) {
    const double power = to<double>(exponent);
    if (promoted(self, exponent) == self.scalar_type() &&
        ((power == 2 && try_map<kOp, kPromote>(out, square_numbers_pointer(), self)) ||
         (power == 3 && try_map<kOp, kPromote>(out, cube_numbers_pointer(), self)))) {
      return out;
    }
    return vec::map<kOp, kPromote>(ctx, out, pow_floats_pointer(), f, self, exponent);
  }
};
}  // namespace etk::vec

ETK_FASTER_MAP("pow.Scalar_out", pow_floats);
ETK_FASTER_OF("pow.Tensor_Scalar_out", FasterMap, vec::PowerOfNumberMap, {});
ETK_FASTER_MAP("pow.Tensor_Tensor_out", pow_floats);

#include "portable/op_pow.cpp"

#endif  // HWY_ONCE
