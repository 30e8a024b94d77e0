// logical_not(x) = whether x is zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_not.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void not_bools(const Input* in, Output out, size_t n) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto* from = static_cast<const uint8_t*>(in[0].data);
  auto* to = static_cast<uint8_t*>(out.data);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    const auto is_zero = hn::Eq(hn::LoadN(d, from + (i & in[0].mask), left), hn::Zero(d));
    hn::StoreN(hn::IfThenElseZero(is_zero, hn::Set(d, 1)), d, to + i, left);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {
ETK_VEC_EXPORT(not_bools);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogicalNot[] = "logical_not.out";

Tensor& opt_logical_not_out(Context& ctx, const Tensor& self, Tensor& out) {
  if constexpr (selected_dtypes<kLogicalNot>().has(ScalarType::Bool)) {
    const Operand operands[] = {self};
    const vec::Call call{vec::not_bools_pointer()(), 1};
    if (self.scalar_type() == ScalarType::Bool &&
        vec::run_map(call, ScalarType::Bool, /*is_choice=*/true, operands, out)) {
      return out;
    }
  }
  return map<kLogicalNot, Promote::kCompare>(ctx, out, [](auto x) { return x == 0; }, self);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
