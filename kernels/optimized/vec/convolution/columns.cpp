#include "vec/convolution/columns.h"

#include "vec/base/layout.h"
#include "vec/base/parallel.h"
#include "vec/convolution/terms.h"

#include <algorithm>

namespace etk::vec {

bool add_columns(const Columns& columns, const View& from, const View& to) {
  if (to.dtype != ScalarType::Float || !is_array(from, 0) || !is_array(to, 0)) {
    return false;
  }
  // The pixels of the image are the output of this window, the columns its input.
  Window window = columns.window;
  window.input[0] = columns.places[0];
  window.input[1] = columns.places[1];
  const auto size = static_cast<size_t>(to.sizes[2]) * static_cast<size_t>(to.sizes[3]);
  const auto places = static_cast<size_t>(from.sizes[2]), taps = static_cast<size_t>(window.kernel_size());
  parallel(to.numel() / size, places * taps, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      float* const plane = const_cast<float*>(floats_of(to)) + i * size;
      std::fill_n(plane, size, 0.0f);
      add_terms(window, to, floats_of(from) + i * taps * places, places, 0, places, plane);
    }
  });
  return true;
}

}  // namespace etk::vec
