// special_zeta(self, other) = Σ (other + k)^-self for k ≥ 0
#include "etk/elementwise/map.h"
#include "etk/math/gamma.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSpecialZeta[] = "special_zeta.out";
static constexpr char kSpecialZetaSelf[] = "special_zeta.self_scalar_out";
static constexpr char kSpecialZetaOther[] = "special_zeta.other_scalar_out";

namespace {

struct Zeta {
  template <typename C>
  C operator()(C x, C q) const {
    return static_cast<C>(zeta(static_cast<double>(x), static_cast<double>(q)));
  }
};

// The dtypes that PyTorch does not support.
bool is_narrow(ScalarType dtype) {
  return dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
}

}  // namespace

Tensor& special_zeta_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, !is_narrow(promoted(self, other)), out);
  return map<kSpecialZeta, Promote::kFloat>(ctx, out, Zeta(), self, other);
}

Tensor& special_zeta_self_scalar_out(Context& ctx, const Scalar& self, const Tensor& other, Tensor& out) {
  ETK_REQUIRE(ctx, !is_narrow(promoted(self, other)), out);
  return map<kSpecialZetaSelf, Promote::kFloat>(ctx, out, Zeta(), self, other);
}

Tensor& special_zeta_other_scalar_out(Context& ctx, const Tensor& self, const Scalar& other, Tensor& out) {
  ETK_REQUIRE(ctx, !is_narrow(promoted(self, other)), out);
  return map<kSpecialZetaOther, Promote::kFloat>(ctx, out, Zeta(), self, other);
}

}  // namespace torch::executor::native
