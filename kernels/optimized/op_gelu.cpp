// gelu(x) = x · Φ(x), Φ being the normal distribution function or its approximation by tanh

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_gelu.cpp"
#include "vec/base/each_target.h"

#include "vec/elementwise/map-inl.h"
#include "vec/math/erf-inl.h"
#include "vec/product/activation-inl.h"

ETK_VEC_MAP(gelu, 1);

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

struct GeluTanh {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    return gelu_tanh(d, x);
  }
};

void gelu_tanh_floats(const Input* in, Output out, size_t n) {
  map_floats<GeluTanh, 1>(in, out, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/operator.h"

#include <type_traits>

namespace etk::vec {
ETK_VEC_EXPORT_AT_COST(gelu_floats, 4);
ETK_VEC_EXPORT_AT_COST(gelu_tanh_floats, 4);

struct GeluMap : FasterMap {
  template <const char* kOp, Promote kPromote, typename F>
  static Tensor& map(Context& ctx, Tensor& out, const F& f, const Tensor& self) {
    using Find = std::conditional_t<F::kIsByTanh, gelu_tanh_floats_pointer, gelu_floats_pointer>;
    return vec::map<kOp, kPromote>(ctx, out, Find(), f, self);
  }
};
}  // namespace etk::vec

ETK_FASTER_OF("gelu.out", FasterMap, vec::GeluMap, {});

#include "portable/op_gelu.cpp"

#endif  // HWY_ONCE
