// isnan(x) = whether x is NaN

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_isnan.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct IsNotANumber {
  template <class D, class V>
  HWY_INLINE auto operator()([[maybe_unused]] D d, V x) const {
    return hn::IsNaN(x);
  }
};

void isnan_floats(const Input* in, Output out, size_t n) {
  test_floats<IsNotANumber>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"

namespace etk::vec {
ETK_VEC_EXPORT(isnan_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kIsnan[] = "isnan.out";

Tensor& opt_isnan_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool, out);
  return vec::map<kIsnan, Promote::kCompare>(
      ctx, out, vec::isnan_floats_pointer(), [](auto x) { return x != x; }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
