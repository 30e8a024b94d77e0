// rand_like(self): a tensor like self with numbers drawn uniformly from [0, 1)
#include "etk/creation/filled.h"
#include "etk/creation/random.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kRandLike[] = "rand_like.out";

Tensor& rand_like_out(
    Context& ctx,
    const Tensor& self,
    std::optional<executorch::aten::MemoryFormat> memory_format,
    Tensor& out) {
  ETK_REQUIRE(ctx, is_valid_format(memory_format, out), out);
  ETK_REQUIRE(ctx, (accepts<kRandLike>(self, out)) && is_floating(out.scalar_type()), out);
  if (resize(ctx, out, Shape(self))) {
    fill_random(out, [](Random& random, ScalarType dtype) { return random.uniform(dtype); });
  }
  return out;
}

}  // namespace torch::executor::native
