// copy(self, src): src, broadcast to the shape of self and cast to its dtype
#include "etk/move/copy_view.h"
#include "vec/move/copy.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kCopy[] = "copy.out";

Tensor& opt_copy_out(Context& ctx, const Tensor& self, const Tensor& src, bool non_blocking, Tensor& out) {
  (void)non_blocking;  // a CPU has nothing to wait for
  return copy_into<kCopy>(ctx, vec::convert, self, src, out);
}

}  // namespace torch::executor::native
