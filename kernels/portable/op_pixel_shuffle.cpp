// pixel_shuffle(self, r): (…, C · r², H, W) becomes (…, C, H · r, W · r); r × r pixels are made of r²
// channels
#include "etk/image/pixels.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPixelShuffle[] = "pixel_shuffle.out";

Tensor& ETK_KERNEL(pixel_shuffle_out)(Context& ctx, const Tensor& self, int64_t upscale_factor, Tensor& out) {
  return shuffle_pixels<kPixelShuffle>(ctx, self, upscale_factor, /*to_pixels=*/true, out);
}

}  // namespace torch::executor::native
