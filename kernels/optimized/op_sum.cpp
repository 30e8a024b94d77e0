// sum(self, dim) = Σ self along dim, computed in the dtype of the out
#include "etk/reduce/rows.h"
#include "vec/reduce/rows_integers.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSumDim[] = "sum.IntList_out";
static constexpr char kSum[] = "sum.out";

static const auto sum_of_row = of_complex([](auto& row) { row.set(0, sum(row)); });

Tensor& opt_sum_dim_out(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    bool keepdim,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(dim, self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result && !is_large_unsigned(result), out);
  if (vec::try_reduce<kSumDim>(vec::Reduction::kSum, /*is_mean=*/false, self, dims, keepdim, out) ||
      vec::try_reduce_integers<kSumDim>(vec::Reduction::kSum, self, dims, keepdim, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.result(out, keepdim, result);
  rows.run<kSumDim, kNumbers>(ctx, sum_of_row);
  return out;
}

Tensor& opt_sum_out(Context& ctx, const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  const ScalarType natural = is_floating(part_of(self.scalar_type())) ? self.scalar_type() : ScalarType::Long;
  ETK_REQUIRE(ctx, dtype.value_or(natural) == result && !is_large_unsigned(result), out);
  const auto dims = wrap_dims(std::nullopt, self.dim());
  if (vec::try_reduce<kSum>(vec::Reduction::kSum, /*is_mean=*/false, self, dims, /*keepdim=*/false, out) ||
      vec::try_reduce_integers<kSum>(vec::Reduction::kSum, self, dims, /*keepdim=*/false, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.result(out, /*keepdim=*/false, result);
  rows.run<kSum, kNumbers>(ctx, sum_of_row);
  return out;
}

}  // namespace torch::executor::native
