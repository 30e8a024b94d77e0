// The vector functions of native_layer_norm
#include "etk/norm/layer_norm.h"
#include "vec/base/layout.h"
#include "vec/base/operator.h"
#include "vec/reduce/rows.h"

namespace etk::vec {

// Computes the norm if all tensors are contiguous and have one dtype that is computed in float; otherwise
// returns false without writing anything.
template <const char* kOp>
static bool run_rows(const LayerNorm& norm, DimSet dims) {
  if constexpr (!selected_dtypes<kOp>().has(Compute::kFloat)) {
    return false;
  }
  const Tensor& input = norm.input;
  if (!accepts<kOp>(input) || !have_dtype(
                                  input.scalar_type(), norm.weight ? *norm.weight : input,
                                  norm.bias ? *norm.bias : input, norm.out, norm.mean, norm.rstd)) {
    return false;
  }
  Shape statistics;
  for (size_t d = 0; d < input.sizes().size(); ++d) {
    statistics.push_back(dims >> d & 1 ? 1 : input.sizes()[d]);
  }
  RowShape rows;
  if (!rows.read(input, dims) || (norm.weight && !is_array(*norm.weight)) ||
      (norm.bias && !is_array(*norm.bias)) || !resize_like(norm.out, input) ||
      !resize(norm.mean, statistics) || !resize(norm.rstd, statistics) || !is_array(norm.mean) ||
      !is_array(norm.rstd)) {
    return false;
  }
  layer_norm(
      rows.outer * rows.inner, rows.n, array_of(input), array_of(norm.weight), array_of(norm.bias), norm.eps,
      array_of(norm.out), array_of(norm.mean), array_of(norm.rstd));
  return true;
}

}  // namespace etk::vec

ETK_FASTER("native_layer_norm.out", LayerNormFunction, vec::run_rows<kOp>);

#include "portable/op_native_layer_norm.cpp"
