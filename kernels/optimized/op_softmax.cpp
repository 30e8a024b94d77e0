// _softmax(self, dim) = eˣ / Σ eˣ along dim
#include "etk/reduce/softmax.h"
#include "vec/base/floats.h"
#include "vec/reduce/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSoftmax[] = "_softmax.out";

Tensor& opt_softmax_out(Context& ctx, const Tensor& self, int64_t dim, bool half_to_float, Tensor& out) {
  return softmax<kSoftmax>(
      ctx, vec::for_singles<kSoftmax, SoftmaxFunction>(vec::softmax), self, dim, half_to_float, out);
}

}  // namespace torch::executor::native
