// _log_softmax(self, dim) = x - log Σ eˣ along dim
#include "etk/rows.h"

#include <cmath>
#include "vec/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogSoftmax[] = "_log_softmax.out";

Tensor& opt_log_softmax_out(Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && !half_to_float && out.scalar_type() == self.scalar_type(), out);
  if constexpr (selected_dtypes<kLogSoftmax>().has(ScalarType::Float)) {
    if (vec::softmax(self, *wrap_dim(dim, self.dim()), /*is_log=*/true, out)) {
      return out;
    }
  }
  Rows rows(self, *dims, self.scalar_type());
  rows.out(out);
  // Along the last dimension PyTorch rounds the sum to the dtype before it takes the logarithm.
  const bool is_last = wrap_dim(dim, self.dim()) == wrap_dim(-1, self.dim());
  rows.run<kLogSoftmax, kFloats>(ctx, [is_last](auto& row) {
    using C = ValueOf<decltype(row)>;
    // Without the largest element every power is at most 1.
    const C top = maximum(row);
    const C total = sum(row, [top](C x) { return std::exp(x - top); });
    const C log_total = std::log(is_last ? row.rounded(total) : total);
    row.map([=](C x) { return x - top - log_total; });
  });
  return out;
}

}  // namespace torch::executor::native
