#include "etk/base/dim_order.h"

namespace etk {

bool has_dim_order(const Tensor& out, std::optional<ArrayRef<int64_t>> dim_order, const Tensor* self) {
  const auto order = out.dim_order();
  if (dim_order ? dim_order->size() != order.size() : self && self->dim() != out.dim()) {
    return false;
  }
  for (size_t d = 0; d < order.size(); ++d) {
    const int64_t expected = dim_order ? (*dim_order)[d] : self ? self->dim_order()[d] : int64_t(d);
    if (order[d] != expected) {
      return false;
    }
  }
  return true;
}

}  // namespace etk
