// searchsorted(sorted_sequence, self): how many elements of the sequence are less than each of self; with
// `right`, how many are not greater
#include "etk/search.h"

#include <optional>
#include <string_view>

namespace torch::executor::native {
using namespace etk;

static constexpr char kSearchsorted[] = "searchsorted.Tensor_out";

Tensor& searchsorted_Tensor_out(
    Context& ctx,
    const Tensor& sorted_sequence,
    const Tensor& self,
    bool out_int32,
    bool right,
    std::optional<std::string_view> side,
    const std::optional<Tensor>& sorter,
    Tensor& out) {
  const bool is_right = side == "right";
  ETK_REQUIRE(ctx, !side || is_right || (side == "left" && !right), out);
  const Search search{sorted_sequence, sorter ? &*sorter : nullptr, right || is_right, out_int32};
  return find_places<kSearchsorted>(ctx, search, self, out);
}

}  // namespace torch::executor::native
