// isinf(x) = whether x is infinite; x - x is NaN then, and x is not

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_isinf.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct IsInfinite {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V x) const {
    return hn::IsInf(x);
  }
};

void isinf_floats(const Input* in, Output out, size_t n) {
  test_floats<IsInfinite>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT(isinf_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kIsinf[] = "isinf.out";

Tensor& opt_isinf_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool, out);
  return vec::map<kIsinf, Promote::kCompare>(
      ctx, out, vec::isinf_floats_pointer(), [](auto x) { return x == x && x - x != 0; }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
