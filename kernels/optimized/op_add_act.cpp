// add_act(self, other) = activation(self + other)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_add_act.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/product/activation-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

template <class F>
struct OfSum {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V a, V b, V low, V high) const {
    return F()(d, hn::Add(a, b), low, high);
  }
};

// The kind of the activation is the first of the numbers.
void add_and_activate(const Input* in, Output out, size_t n) {
  const auto kind = static_cast<::etk::Activation::Kind>(static_cast<int>(*at(in[4], 0)));
  with_activation(kind, [&](auto f) HWY_ATTR { map_floats<OfSum<decltype(f)>, 2, 2>(in, out, n); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(add_and_activate, 2);

struct AddActMap : FasterMap {
  template <const char* kOp, Promote kPromote>
  static Tensor& map(
      Context& ctx, Tensor& out, const ActivatedSum& f, const Tensor& self, const Tensor& other) {
    const Scalar numbers[] = {f.activation.low, f.activation.high, static_cast<int64_t>(f.activation.kind)};
    const auto number = [&](size_t i) { return unrounded(unpromoted(numbers[i])); };
    if (try_map<kOp, kPromote>(
            out, add_and_activate_pointer(), self, other, number(0), number(1), number(2))) {
      return out;
    }
    return map_each<kOp, kPromote>(ctx, out, f, self, other);
  }
};
}  // namespace etk::vec

ETK_FASTER_OF("etk::add_act.out", FasterMap, vec::AddActMap, {});

#include "fused/op_add_act.cpp"

#endif  // HWY_ONCE
