// arange(start, end, step) = start, start + step, … to before end
#include "etk/creation/arange.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kArange[] = "arange.out";
static constexpr char kArangeStart[] = "arange.start_out";

Tensor& ETK_KERNEL(arange_out)(Context& ctx, const Scalar& end, Tensor& out) {
  return arange<kArange>(ctx, 0, end, 1, out);
}

Tensor& ETK_KERNEL(arange_start_out)(
    Context& ctx, const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  if constexpr (is_plain<kArangeStart>() && !Faster<hash_of(kArangeStart), SequenceFunction>::kIsRegistered) {
    arange_plain<kArangeStart, 0, 1, 2>(ctx, start, end, step, out);
    return out;
  }
  return arange<kArangeStart>(ctx, start, end, step, out);
}

}  // namespace torch::executor::native
