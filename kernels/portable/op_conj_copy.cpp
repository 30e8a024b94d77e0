// _conj_copy(x) = _conj_physical(x)
#include "etk/elementwise/conjugate.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConjCopy[] = "_conj_copy.out";

Tensor& _conj_copy_out(Context& ctx, const Tensor& self, Tensor& out) {
  return conjugate<kConjCopy>(ctx, self, out);
}

}  // namespace torch::executor::native
