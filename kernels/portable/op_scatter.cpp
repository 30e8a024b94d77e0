// scatter(self, dim, index, src): self, but […, index[…, i, …], …] of it is src[…, i, …], or a value
#include "etk/index/scatter.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScatterSrc[] = "scatter.src_out";
static constexpr char kScatterValue[] = "scatter.value_out";

Tensor& ETK_KERNEL(scatter_src_out)(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  return scatter<kScatterSrc>(ctx, self, dim, index, src, out);
}

Tensor& ETK_KERNEL(scatter_value_out)(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, Tensor& out) {
  return scatter_number<kScatterValue>(ctx, self, dim, index, value, out);
}

}  // namespace torch::executor::native
