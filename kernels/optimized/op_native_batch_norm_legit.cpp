// The vector functions of native_batch_norm_legit
#include "etk/norm/batch_statistics.h"
#include "vec/base/operator.h"
#include "vec/norm/norm.h"

namespace etk::vec {

// Computes the norm if the input is computed in float and its layout is supported; otherwise returns false
// without changing anything.
template <const char* kOp>
static bool run_vectors(const BatchNorm& norm) {
  if constexpr (!selected_dtypes<kOp>().has(Compute::kFloat)) {
    return false;
  } else {
    const View from(norm.input), to(norm.out);
    const ChannelNorm affine{array_of(norm.weight), array_of(norm.bias), norm.eps};
    if (!norm.training) {
      return batch_norm(affine, array_of(norm.running_mean), array_of(norm.running_var), from, to);
    }
    const auto n = static_cast<double>(norm.input.numel() / norm.input.size(1));
    const auto update = [&norm, n](size_t channel, const Moments& moments) {
      norm.update(channel, moments, n);
    };
    return batch_norm(
        affine, from, to, array_of(norm.save_mean), array_of(norm.save_invstd),
        norm.updates() ? KeepMoments(update) : nullptr);
  }
}

}  // namespace etk::vec

ETK_FASTER("_native_batch_norm_legit.out", BatchNormFunction, vec::run_vectors<kOp>);
ETK_FASTER("_native_batch_norm_legit.no_stats_out", BatchNormFunction, vec::run_vectors<kOp>);

#include "portable/op_native_batch_norm_legit.cpp"
