// polygamma(n, x) = the n-th derivative of Γ′(x) / Γ(x)
#include "etk/elementwise/map.h"
#include "etk/math/gamma.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPolygamma[] = "polygamma.out";

Tensor& polygamma_out(Context& ctx, int64_t n, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, n >= 0 && n <= INT32_MAX - 1, out);
  const auto f = [n](auto x) {
    using C = decltype(x);
    const bool is_float = std::is_same_v<C, float>;
    return static_cast<C>(polygamma(static_cast<int>(n), static_cast<double>(x), is_float));
  };
  return map<kPolygamma, Promote::kFloat>(ctx, out, f, self);
}

}  // namespace torch::executor::native
