// _softmax(self, dim) = eˣ / Σ eˣ along dim
#include "etk/rows.h"

#include <cmath>
#include "vec/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSoftmax[] = "_softmax.out";

Tensor& opt_softmax_out(Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && !half_to_float && out.scalar_type() == self.scalar_type(), out);
  if constexpr (selected_dtypes<kSoftmax>().has(ScalarType::Float)) {
    if (vec::softmax(self, *wrap_dim(dim, self.dim()), /*is_log=*/false, out)) {
      return out;
    }
  }
  Rows rows(self, *dims, self.scalar_type());
  rows.out(out);
  rows.run<kSoftmax, kFloats>(ctx, [](auto& row) {
    using C = ValueOf<decltype(row)>;
    // Without the largest element every power is at most 1.
    const C top = maximum(row);
    const C total = sum(row, [top](C x) { return std::exp(x - top); });
    row.map([=](C x) { return std::exp(x - top) / total; });
  });
  return out;
}

}  // namespace torch::executor::native
