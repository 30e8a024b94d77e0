// where(condition, self, other) = self where the condition holds, else other

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_where.cpp"
#include "vec/each_target.h"

#include "vec/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

void choose_floats(const Input* in, Output out, size_t n) {
  const Floats d;
  const hn::Rebind<uint8_t, Floats> bytes;
  const hn::RebindToUnsigned<Floats> integers;
  const size_t lanes = hn::Lanes(d);
  const auto* holds = static_cast<const uint8_t*>(in[0].data);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    const auto wide = hn::PromoteTo(integers, hn::LoadN(bytes, holds + (i & in[0].mask), left));
    const auto mask = hn::RebindMask(d, hn::Ne(wide, hn::Zero(integers)));
    const auto a = hn::LoadN(d, at(in[1], i), left), b = hn::LoadN(d, at(in[2], i), left);
    hn::StoreN(hn::IfThenElse(mask, a, b), d, static_cast<float*>(out.data) + i, left);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {
ETK_VEC_EXPORT(choose_floats);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kWhere[] = "where.self_out";

Tensor& opt_where_out(
    Context& ctx, const Tensor& condition, const Tensor& self, const Tensor& other, Tensor& out) {
  const ScalarType dtype = condition.scalar_type();
  ETK_REQUIRE(ctx, dtype == ScalarType::Bool || dtype == ScalarType::Byte, out);
  if constexpr (selected_dtypes<kWhere>().has(Compute::kFloat)) {
    const Operand operands[] = {condition, self, other};
    const vec::Call call{vec::choose_floats_pointer()(), 3, 1, self.scalar_type()};
    if (dtype == ScalarType::Bool && vec::is_single(call.dtype) && accepts<kWhere>(condition, self) &&
        vec::run_map(call, call.dtype, /*is_choice=*/true, operands, out)) {
      return out;
    }
  }
  const auto choose = of_complex([](auto holds, auto a, auto b) { return holds != 0 ? a : b; });
  return map<kWhere, Promote::kSame>(ctx, out, choose, unpromoted(condition), self, other);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
