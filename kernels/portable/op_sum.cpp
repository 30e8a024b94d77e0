// sum(self, dim) = Σ self along dim, computed in the dtype of the out
#include "etk/reduce/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSumDim[] = "sum.IntList_out";
static constexpr char kSum[] = "sum.out";

static const auto sum_of_row = of_complex([](auto& row) { row.set(0, sum(row)); });

Tensor& ETK_KERNEL(sum_dim_out)(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    bool keepdim,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(dim, self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result && !is_large_unsigned(result), out);
  if (try_faster<kSumDim, ReduceFunction>(self, *dims, keepdim, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.result(out, keepdim, result);
  rows.run<kSumDim, kNumbers, is_fixed_block<kSumDim, 1>()>(ctx, sum_of_row);
  return out;
}

Tensor& ETK_KERNEL(sum_out)(Context& ctx, const Tensor& self, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  const ScalarType natural = is_floating(part_of(self.scalar_type())) ? self.scalar_type() : ScalarType::Long;
  ETK_REQUIRE(ctx, dtype.value_or(natural) == result && !is_large_unsigned(result), out);
  const auto dims = wrap_dims(std::nullopt, self.dim());
  if (try_faster<kSum, ReduceFunction>(self, *dims, /*keepdim=*/false, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.result(out, /*keepdim=*/false, result);
  rows.run<kSum, kNumbers, /*kIsBlock=*/true>(ctx, sum_of_row);
  return out;
}

}  // namespace torch::executor::native
