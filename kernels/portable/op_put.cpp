// put(self, index, source): self, but its element at each index, counted row by row, is that of source; or it
// is added
#include "etk/base/copy.h"
#include "etk/elementwise/map.h"
#include "etk/index/advanced_index.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPut[] = "put.out";

namespace {

// The address of the element with this number, in row-major order.
char* element_at(const View& view, int64_t place) {
  char* at = view.data;
  for (size_t d = view.rank; d-- > 0;) {
    at += place % view.sizes[d] * view.strides[d];
    place /= view.sizes[d];
  }
  return at;
}

void put_elements(AddElementsFunction add, const View& index, const View& source, const View& to) {
  const auto count = static_cast<int64_t>(to.numel());
  const ScalarType part = part_of(to.dtype);
  const size_t part_size = part == to.dtype ? to.element_size : to.element_size / 2;
  for (int64_t i = 0; i < static_cast<int64_t>(index.numel()); ++i) {
    const int64_t place = read_index(index.dtype, element_at(index, i));
    char *const from = element_at(source, i), *const at = element_at(to, place < 0 ? place + count : place);
    if (!add) {
      copy_elements(from, 0, at, 0, to.element_size, 1);
      continue;
    }
    for (size_t bytes = 0; bytes < to.element_size; bytes += part_size) {
      add(part, from + bytes, 0, at + bytes, 0, 1);
    }
  }
}

}  // namespace

Tensor& put_out(
    Context& ctx,
    const Tensor& self,
    const Tensor& index,
    const Tensor& source,
    bool accumulate,
    Tensor& out) {
  static constexpr auto adds =
      instantiate<kPut, kNumbers, AddElementsFunction>([](auto c) { return add_elements<decltype(c)>; });
  const ScalarType dtype = self.scalar_type();
  const AddElementsFunction add = adds.find_of_parts(dtype);
  const int64_t count = self.numel();
  ETK_REQUIRE(ctx, add && accepts<kPut>(index) && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, source.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, index.scalar_type() == ScalarType::Long && source.numel() == index.numel(), out);
  ETK_REQUIRE(ctx, are_indices(index, -count, count) && are_apart(index, out), out);
  if (resize(ctx, out, Shape(self))) {
    copy(View(self), View(out));
    put_elements(accumulate ? add : nullptr, View(index), View(source), View(out));
  }
  return out;
}

}  // namespace torch::executor::native
