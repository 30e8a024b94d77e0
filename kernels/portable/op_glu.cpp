// glu(self, dim) = a / (1 + e^(-b)), a and b being the halves of self along dim
#include "etk/elementwise/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kGlu[] = "glu.out";

Tensor& ETK_KERNEL(glu_out)(Context& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  View a(self), b(self);
  const auto d = wrap_dim(dim, a.rank);
  ETK_REQUIRE(ctx, a.rank > 0 && d && a.sizes[*d] % 2 == 0, out);
  const int64_t half = a.sizes[*d] / 2;
  a.slice(*d, 0, half);
  b.slice(*d, half, half);
  const auto f = [](auto x, auto gate) { return x / (1 + std::exp(-gate)); };
  return map<kGlu, Promote::kFloating>(ctx, out, f, part(self, a), part(self, b));
}

}  // namespace torch::executor::native
