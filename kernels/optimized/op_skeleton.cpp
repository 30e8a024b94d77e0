// skeleton(self, slope) = slope · x / (1 + |x|): a kernel to copy, of an operator that no library has
//
// docs/howto/add_an_optimized_kernel.md says how. The first line of a kernel is its mathematics. All further
// comments are for who reads this, and not for a copy. tests/kernels/skeleton tests it.

// 1. The source is compiled once for each SIMD target: it names itself, and is included again. Headers whose
//    names end in -inl.h are for one target. This one has the elementwise pattern; other families of vec have
//    rows, products and the like, and functions of vectors, such as exp.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_skeleton.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

// 2. What each target has, in a namespace of its own.

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// The function: of a vector for each tensor, then one for each number, which all its lanes have. `hn` is
// Highway. AVX-512 and SVE take the same lines, so no vector is in an array or a class, and no length known.
struct Skeleton {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V slope) const {
    return hn::Mul(slope, hn::Div(x, hn::Add(hn::Set(d, 1), hn::Abs(x))));
  }
};

// The loop over n elements of 1 tensor, and 1 number. Half and BFloat16 are widened before it, and rounded
// after it. `map_numbers` takes integers as well (op_relu.cpp); of `test_numbers` the result is Bool
// (op_eq.cpp).
void skeleton_floats(const Input* in, Output out, size_t n) {
  map_floats<Skeleton, 1, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

// 3. What there is once.

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
// Makes skeleton_floats_pointer(), which returns the loop for this processor. An element takes 3 times as
// long as in an addition, so that threads pay from fewer elements on; ETK_VEC_EXPORT is for a cost of 1.
ETK_VEC_EXPORT_AT_COST(skeleton_floats, 3);
}  // namespace etk::vec

// The operator that the loop is faster for, which etk::map finds by its name; of aten's that is
// "skeleton.out".
ETK_FASTER_MAP("tests::skeleton.out", skeleton_floats);

// 4. The operator itself: that of portable/, compiled once more. A real kernel has
//    `#include "portable/op_frac.cpp"` from here to the end of the namespace. What vectors do not compute,
//    such as Double, other layouts and type promotion, is computed as there.

#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kSkeleton[] = "tests::skeleton.out";

// ETK_KERNEL makes the name: skeleton_out in portable, opt_skeleton_out here.
Tensor& ETK_KERNEL(skeleton_out)(Context& ctx, const Tensor& self, const Scalar& slope, Tensor& out) {
  // The checks come first, and leave the out alone.
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && can_multiply(dtype, slope), out);
  const auto f = [](auto x, auto factor) { return factor * (x / (1 + std::abs(x))); };
  // The number does not promote the result, and is not rounded to Half where that is the tensor's dtype. It
  // is an operand, and not part of f, so that the loop gets it.
  return map<kSkeleton, Promote::kFloating>(ctx, out, f, self, unrounded(unpromoted(slope)));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
