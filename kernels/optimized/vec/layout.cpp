#include "vec/layout.h"

namespace etk::vec {

bool is_array(const View& view, size_t d) {
  auto next = static_cast<ptrdiff_t>(view.element_size);
  bool array = true;
  for (size_t i = view.rank; i-- > d; next *= view.sizes[i]) {
    array = array && (view.sizes[i] == 1 || view.strides[i] == next);
  }
  return array;
}

bool is_channels_last(const View& view) {
  const auto size = static_cast<ptrdiff_t>(view.element_size);
  ptrdiff_t next = size * view.sizes[1];
  bool last = view.strides[1] == size;
  for (size_t i = view.rank; i-- > 2; next *= view.sizes[i]) {
    last = last && (view.sizes[i] == 1 || view.strides[i] == next);
  }
  return last;
}

}  // namespace etk::vec
