// skeleton(self, slope) = slope · x / (1 + |x|): a kernel to copy, of an operator that no library has
//
// docs/howto/add_an_optimized_kernel.md describes the steps. The first line of a kernel is its mathematics.
// All further comments explain this file, and do not belong in a copy. tests/kernels/skeleton tests it.

// 1. The source is compiled once for each SIMD target: it defines its own name, and is included again.
//    Headers whose names end in -inl.h are compiled for one target at a time. The header below has the
//    elementwise pattern; other directories of vec have reductions, products and so on, and functions of
//    vectors, such as exp.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_skeleton.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

// 2. The code for each target, in its own namespace.

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// The mathematical function: its operands are one vector for each tensor, then one for each number, which all
// lanes repeat. `hn` is Highway. AVX-512 and SVE compile the same code, so vectors must not be array elements
// or class members, and their length is unknown.
struct Skeleton {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V slope) const {
    return hn::Mul(slope, hn::Div(x, hn::Add(hn::Set(d, 1), hn::Abs(x))));
  }
};

// The loop over n elements of 1 tensor and 1 number. Half and BFloat16 are widened before the loop and
// rounded after it. `map_numbers` supports integers as well (op_relu.cpp); the result of `test_numbers` is
// Bool (op_eq.cpp).
void skeleton_floats(const Input* in, Output out, size_t n) {
  map_floats<Skeleton, 1, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

// 3. The code that is compiled once.

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
// Defines skeleton_floats_pointer(), which returns the loop for this processor. An element takes 3 times as
// long as in an addition, so that threads pay off for fewer elements; ETK_VEC_EXPORT is for a cost of 1.
ETK_VEC_EXPORT_AT_COST(skeleton_floats, 3);
}  // namespace etk::vec

// The operator whose loop this is; etk::map finds the loop by the operator's name. For aten operators, the
// name is "skeleton.out".
ETK_FASTER_MAP("tests::skeleton.out", skeleton_floats);

// 4. The operator itself: the source in portable/, compiled again for this library. A real kernel has
//    `#include "portable/op_frac.cpp"` from here to the end of the namespace. Calls that vectors do not
//    support, such as Double, other layouts and type promotion, are computed by the portable code.

#include "etk/base/number_checks.h"
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kSkeleton[] = "tests::skeleton.out";

// ETK_KERNEL determines the name of the function: skeleton_out in portable, opt_skeleton_out here.
Tensor& ETK_KERNEL(skeleton_out)(Context& ctx, const Tensor& self, const Scalar& slope, Tensor& out) {
  // Checks come before anything is written to the out.
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && can_multiply(dtype, slope), out);
  const auto f = [](auto x, auto factor) { return factor * (x / (1 + std::abs(x))); };
  // The number does not promote the result, and is not rounded to Half if the tensor is Half. It is an
  // operand instead of a capture of f, so that the loop receives it.
  return map<kSkeleton, Promote::kFloating>(ctx, out, f, self, unrounded(unpromoted(slope)));
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
