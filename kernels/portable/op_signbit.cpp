// signbit(x) = whether x is negative, -0 and negative NaN included
#include "etk/map.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kSignbit[] = "signbit.out";

Tensor& signbit_out(Context& ctx, const Tensor& self, Tensor& out) {
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Bool, out);
  // Its largest numbers are computed as negative ones.
  const bool is_signed = self.scalar_type() != ScalarType::UInt64;
  const auto is_negative = [is_signed](auto x) {
    if constexpr (std::is_integral_v<decltype(x)>) {
      return is_signed && x < 0;
    } else {
      return std::signbit(x);
    }
  };
  return map<kSignbit, Promote::kCompare>(ctx, out, is_negative, self);
}

}  // namespace torch::executor::native
