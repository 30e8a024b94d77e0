// The vector functions of linear_act
#include "etk/product/matrix_product.h"
#include "vec/base/floats.h"
#include "vec/base/operator.h"
#include "vec/product/finish.h"
#include "vec/product/gemm.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace etk::vec {

static constexpr char kLinearActName[] = "etk::linear_act.out";

// A contiguous view as a batch of one matrix.
static View matrix_of_rows(const View& view) {
  const size_t last = view.rank - 1;
  const auto columns = static_cast<size_t>(view.sizes[last]);
  const size_t rows = columns > 0 ? view.numel() / columns : 0;
  return etk::internal::matrix_of(view, last, view.data, rows, view.sizes[last] * view.strides[last]);
}

static bool multiply_and_finish(
    Context& ctx, const View& a, const View& b, const View* bias, Tensor& out, const Activate& activate) {
  const View to(out);
  if (!is_array(a, 0) || !is_array(to, 0) || to.numel() == 0 || a.numel() == 0) {
    return false;
  }
  View row = bias ? *bias : to;
  for (size_t d = 0; bias && d + 1 < row.rank; ++d) {
    if (row.sizes[d] > 1 && row.strides[d] != 0) {
      return false;
    }
  }
  const View rows = matrix_of_rows(to);
  if (bias) {
    row = etk::internal::matrix_of(row, row.rank - 1, row.data, static_cast<size_t>(rows.sizes[1]), 0);
  }
  const Finish finish(activate, to);
  if (!multiply_and(ctx, matrix_of_rows(a), b, bias ? &row : nullptr, 1, 1, rows, finish.epilogue())) {
    return false;
  }
  if (ctx.failure_state() == Error::Ok && !finish.run_rest(to)) {
    activate.run<kLinearActName>(ctx, out);
  }
  return true;
}

}  // namespace etk::vec

ETK_FASTER(
    "etk::linear_act.out",
    FinishedProduct<Activate>,
    vec::for_singles<kOp, FinishedProduct<Activate>>(vec::multiply_and_finish));

#include "fused/op_linear_act.cpp"
