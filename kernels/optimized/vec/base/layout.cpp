#include "vec/base/layout.h"

namespace etk::vec {

template <typename Sizes, typename Strides>
static bool is_array(const Sizes& sizes, const Strides& strides, size_t begin, size_t end, ptrdiff_t next) {
  bool array = true;
  for (size_t i = end; i-- > begin; next *= sizes[i]) {
    array = array && (sizes[i] == 1 || strides[i] == next);
  }
  return array;
}

bool is_array(const View& view, size_t d) {
  return is_array(view.sizes, view.strides, d, view.rank, static_cast<ptrdiff_t>(view.element_size));
}

bool is_array(const Tensor& tensor) {
  return is_array(tensor.sizes(), tensor.strides(), 0, tensor.sizes().size(), 1);
}

bool is_like(const Tensor& tensor, const Tensor& array) {
  const auto sizes = tensor.sizes(), others = array.sizes();
  if (sizes.size() != others.size()) {
    return false;
  }
  // Usually the strides are the same as well, which takes less time to find out.
  bool have_sizes = true, have_strides = true;
  for (size_t d = 0; d < sizes.size(); ++d) {
    have_sizes = have_sizes && sizes[d] == others[d];
    have_strides = have_strides && tensor.strides()[d] == array.strides()[d];
  }
  return have_sizes && (have_strides || is_array(tensor));
}

bool is_channels_last(const View& view) {
  const auto size = static_cast<ptrdiff_t>(view.element_size);
  ptrdiff_t next = size * view.sizes[1];
  bool are_in_order = true, is_pixel = true;
  for (size_t i = view.rank; i-- > 2; next *= view.sizes[i]) {
    are_in_order = are_in_order && view.strides[i] == next;
    is_pixel = is_pixel && view.sizes[i] == 1;
  }
  return view.strides[1] == size && (are_in_order || is_pixel);
}

View in_order(const View& view, float*& memory) {
  View result = view;
  result.data = reinterpret_cast<char*>(memory);
  auto next = static_cast<ptrdiff_t>(sizeof(float));
  for (size_t d = result.rank; d-- > 0; next *= result.sizes[d]) {
    result.strides[d] = next;
  }
  memory += result.numel();
  return result;
}

void move_behind(View& view, size_t d, size_t last) {
  for (; d < last; ++d) {
    view.swap(d, d + 1);
  }
}

}  // namespace etk::vec
