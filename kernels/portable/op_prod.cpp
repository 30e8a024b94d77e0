// prod(self, dim) = Π self along dim, computed in the dtype of the out; integers wrap around
#include "etk/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kProdDim[] = "prod.int_out";
static constexpr char kProd[] = "prod.out";

static const auto product_of_row = [](auto& row) {
  using C = ValueOf<decltype(row)>;
  Wrapping<C> product = 1;
  row.for_each([&](C x) { product *= x; });
  row.set(0, product);
};

Tensor& prod_int_out(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    bool keepdim,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result && !is_large_unsigned(result), out);
  Rows rows(self, *dims, result);
  rows.result(out, keepdim, result);
  rows.run<kProdDim, kNumbers>(ctx, product_of_row);
  return out;
}

Tensor& prod_out(Context& ctx, const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  const ScalarType natural = is_floating(self.scalar_type()) ? self.scalar_type() : ScalarType::Long;
  ETK_REQUIRE(ctx, dtype.value_or(natural) == result && !is_large_unsigned(result), out);
  Rows rows(self, *wrap_dims(std::nullopt, self.dim()), result);
  rows.result(out, /*keepdim=*/false, result);
  rows.run<kProd, kNumbers>(ctx, product_of_row);
  return out;
}

}  // namespace torch::executor::native
