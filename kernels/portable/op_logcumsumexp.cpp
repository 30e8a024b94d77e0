// logcumsumexp(self, dim)[i] = log Σ e^self[j] for j ≤ i along dim
#include "etk/reduce/rows.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kLogcumsumexp[] = "logcumsumexp.out";

// log(e^a + e^b), even if e^a or e^b overflows or underflows.
static double log_of_sum(double a, double b) {
  if (a == b && std::isinf(a)) {
    return a;
  }
  const double larger = a > b || a != a ? a : b, smaller = a > b || a != a ? b : a;
  return larger + std::log1p(std::exp(smaller - larger));
}

Tensor& logcumsumexp_out(Context& ctx, const Tensor& self, int64_t dim, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && is_floating(dtype) && out.scalar_type() == dtype, out);
  Rows rows(self, *dims, dtype);
  rows.out(out);
  rows.run<kLogcumsumexp, kFloats>(ctx, [](auto& row) {
    using C = ValueOf<decltype(row)>;
    double total = -HUGE_VAL;
    row.map([&](C x) { return static_cast<C>(total = log_of_sum(total, static_cast<double>(x))); });
  });
  return out;
}

}  // namespace torch::executor::native
