// avg_pool2d(self): the mean of each window
#include "etk/pool.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAvgPool2d[] = "avg_pool2d.out";

Tensor& avg_pool2d_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> kernel_size,
    ArrayRef<int64_t> stride,
    ArrayRef<int64_t> padding,
    bool ceil_mode,
    bool count_include_pad,
    std::optional<int64_t> divisor_override,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, is_floating(dtype) || dtype == ScalarType::Long, out);
  ETK_REQUIRE(ctx, divisor_override.value_or(1) != 0, out);
  Pool pool(self, 2);
  const int64_t one = 1;
  ETK_REQUIRE(ctx, pool.read(kernel_size, stride, padding, ArrayRef<int64_t>(&one, 1), ceil_mode), out);
  pool.run<kAvgPool2d, kNumbers>(ctx, out, nullptr, [=](auto& window) {
    using C = ValueOf<decltype(window)>;
    C total = 0;
    int64_t inside = 0;
    window.for_each([&](C x, int64_t) {
      total += x;
      ++inside;
    });
    const int64_t n = divisor_override.value_or(count_include_pad ? window.padded_size() : inside);
    window.set(total / static_cast<C>(n));
  });
  return out;
}

}  // namespace torch::executor::native
