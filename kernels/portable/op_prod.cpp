// prod(self, dim) = Π self along dim, computed in the dtype of the out; integers wrap around
#include "etk/reduce/prod.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kProdDim[] = "prod.int_out";
static constexpr char kProd[] = "prod.out";

Tensor& ETK_KERNEL(prod_int_out)(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    bool keepdim,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  return products_along<kProdDim>(ctx, self, dim, keepdim, dtype, out);
}

Tensor& ETK_KERNEL(prod_out)(Context& ctx, const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  return product_of_all<kProd>(ctx, self, dtype, out);
}

}  // namespace torch::executor::native
