// _pdist_forward(self) = ‖self[i] - self[j]‖ₚ for each i < j
#include "vec/product/distance.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPdist[] = "_pdist_forward.out";

static constexpr PairFunction faster_pdist() {
  if constexpr (selected_dtypes<kPdist>().has(ScalarType::Float)) {
    return vec::pair_distances;
  }
  return nullptr;
}

Tensor& opt_pdist_forward_out(Context& ctx, const Tensor& self, double p, Tensor& out) {
  return pdist<kPdist>(ctx, faster_pdist(), self, p, out);
}

}  // namespace torch::executor::native
