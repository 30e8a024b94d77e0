// searchsorted(sorted_sequence, self): how many elements of the sequence are less than each of self; with
// `right`, how many are not greater
#include "etk/order/search.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kSearchsorted[] = "searchsorted.Tensor_out";

Tensor& ETK_KERNEL(searchsorted_Tensor_out)(
    Context& ctx,
    const Tensor& sorted_sequence,
    const Tensor& self,
    bool out_int32,
    bool right,
    std::optional<std::string_view> side,
    const std::optional<Tensor>& sorter,
    Tensor& out) {
  return find_places<kSearchsorted>(ctx, sorted_sequence, self, out_int32, right, side, sorter, out);
}

}  // namespace torch::executor::native
