#include "etk/image/pixels.h"

namespace etk {

void channels_to_pixels(View& channels, int64_t r) {
  const size_t first = channels.rank - 3;
  channels.split(first, r * r);
  channels.split(first + 1, r);
  size_t order[kMaxRank];
  for (size_t d = 0; d < channels.rank; ++d) {
    order[d] = d;
  }
  // The order of dimensions before is C, r, r, H, W.
  order[first + 1] = first + 3;
  order[first + 2] = first + 1;
  order[first + 3] = first + 4;
  order[first + 4] = first + 2;
  channels.permute(order);
}

void image_to_pixels(View& image, int64_t r) {
  image.split(image.rank - 1, r);
  image.split(image.rank - 3, r);
}

}  // namespace etk
