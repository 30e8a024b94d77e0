// _conj_physical(x): x with its imaginary part negated; a real number has none
#include "etk/elementwise/conjugate.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kConjPhysical[] = "_conj_physical.out";

Tensor& _conj_physical_out(Context& ctx, const Tensor& self, Tensor& out) {
  return conjugate<kConjPhysical>(ctx, self, out);
}

}  // namespace torch::executor::native
