// The vector functions of native_batch_norm_legit_no_training
#include "etk/norm/batch_norm.h"
#include "vec/base/operator.h"
#include "vec/norm/norm.h"

namespace etk::vec {

// Computes the norm if all tensors are computed in float and their layouts are supported; otherwise returns
// false without changing anything.
template <const char* kOp>
static bool run_vectors(const TrainedBatchNorm& norm) {
  if constexpr (!selected_dtypes<kOp>().has(Compute::kFloat)) {
    return false;
  }
  const Shape shape(norm.input);
  const auto fits = [&shape](const Tensor& each) {
    return is_single(each.scalar_type()) && each.dim() == 1 && each.size(0) == shape.sizes[1];
  };
  if (!accepts<kOp>(norm.input) || norm.out.scalar_type() != norm.input.scalar_type() || !fits(norm.mean) ||
      !fits(norm.var) || (norm.weight && !fits(*norm.weight)) || (norm.bias && !fits(*norm.bias)) ||
      !resize(norm.out, shape)) {
    return false;
  }
  return batch_norm(
      {array_of(norm.weight), array_of(norm.bias), norm.eps}, array_of(norm.mean), array_of(norm.var),
      View(norm.input), View(norm.out));
}

}  // namespace etk::vec

ETK_FASTER("_native_batch_norm_legit_no_training.out", TrainedBatchNormFunction, vec::run_vectors<kOp>);

#include "portable/op_native_batch_norm_legit_no_training.cpp"
