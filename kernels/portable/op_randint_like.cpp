// randint_like(self, low, high): a tensor like self with integers drawn uniformly from [low, high)
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random_integers.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRandintLike[] = "randint_like.out";
static constexpr char kRandintLikeLow[] = "randint_like.low_dtype_out";

Tensor& randint_like_out(
    Context& ctx,
    const Tensor& self,
    int64_t high,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kRandintLike>(self) && is_valid_format(memory_format, out), out);
  return random_integers<kRandintLike>(ctx, Shape(self), 0, high, out);
}

Tensor& randint_like_low_dtype_out(
    Context& ctx,
    const Tensor& self,
    int64_t low,
    int64_t high,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kRandintLikeLow>(self) && is_valid_format(memory_format, out), out);
  return random_integers<kRandintLikeLow>(ctx, Shape(self), low, high, out);
}

}  // namespace torch::executor::native
