// pixel_unshuffle(self, r): (…, C, H · r, W · r) becomes (…, C · r², H, W); r² channels are made of r × r
// pixels
#include "etk/image/pixels.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPixelUnshuffle[] = "pixel_unshuffle.out";

Tensor& ETK_KERNEL(pixel_unshuffle_out)(
    Context& ctx, const Tensor& self, int64_t downscale_factor, Tensor& out) {
  return shuffle_pixels<kPixelUnshuffle>(ctx, self, downscale_factor, /*to_pixels=*/false, out);
}

}  // namespace torch::executor::native
