// mm(self, mat2) = self × mat2
#include "etk/product/matrix_product.h"
#include "vec/base/floats.h"
#include "vec/product/gemm.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kMm[] = "mm.out";

Tensor& opt_mm_out(Context& ctx, const Tensor& self, const Tensor& mat2, Tensor& out) {
  return multiply_matrices<kMm, 2>(
      ctx, vec::for_singles<kMm, MultiplyFunction>(vec::multiply), /*addend=*/nullptr, self, mat2, out);
}

}  // namespace torch::executor::native
