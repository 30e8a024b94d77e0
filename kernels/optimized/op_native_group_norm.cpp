// The vector functions of native_group_norm
#include "etk/norm/group_norm.h"
#include "vec/base/layout.h"
#include "vec/base/operator.h"
#include "vec/norm/norm.h"

namespace etk::vec {

// Computes the norm if all tensors are computed in float and their layouts are supported; otherwise returns
// false without changing anything.
template <const char* kOp>
static bool run_vectors(const GroupNorm& norm) {
  if constexpr (!selected_dtypes<kOp>().has(Compute::kFloat)) {
    return false;
  }
  if (!is_single(norm.mean.scalar_type()) || !is_array(View(norm.mean), 0) || !is_array(View(norm.rstd), 0)) {
    return false;
  }
  return group_norm(
      {array_of(norm.weight), array_of(norm.bias), norm.eps}, static_cast<size_t>(norm.group),
      View(norm.input), View(norm.out), array_of(norm.mean), array_of(norm.rstd));
}

}  // namespace etk::vec

ETK_FASTER("native_group_norm.out", GroupNormFunction, vec::run_vectors<kOp>);

#include "portable/op_native_group_norm.cpp"
