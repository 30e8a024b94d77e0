// The vector functions of native_layer_norm
#include "etk/norm/layer_norm.h"
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
  const Shape shape(norm.input);
  Shape statistics(norm.input);
  for (size_t d = 0; d < shape.rank; ++d) {
    statistics.sizes[d] = dims >> d & 1 ? 1 : shape.sizes[d];
  }
  const DimSet all = (DimSet{1} << shape.rank) - 1;
  RowShape rows, of_out, of_mean, of_rstd, of_weight, of_bias;
  if (!rows.read(norm.input, dims) || (norm.weight && !of_weight.read(*norm.weight, all)) ||
      (norm.bias && !of_bias.read(*norm.bias, all)) || !resize(norm.out, shape) ||
      !resize(norm.mean, statistics) || !resize(norm.rstd, statistics) || !of_out.read(norm.out, dims) ||
      !of_mean.read(norm.mean, all) || !of_rstd.read(norm.rstd, all)) {
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
