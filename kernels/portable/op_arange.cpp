// arange(start, end, step) = start, start + step, … to before end
#include "etk/creation/arange.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kArange[] = "arange.out";
static constexpr char kArangeStart[] = "arange.start_out";

Tensor& ETK_KERNEL(arange_out)(Context& ctx, const Scalar& end, Tensor& out) {
  return arange<kArange, -1, 0, -1>(ctx, 0, end, 1, out);
}

Tensor& ETK_KERNEL(arange_start_out)(
    Context& ctx, const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  return arange<kArangeStart, 0, 1, 2>(ctx, start, end, step, out);
}

}  // namespace torch::executor::native
