// pixel_shuffle(self, r): (…, C · r², H, W) becomes (…, C, H · r, W · r); r × r pixels are made of r²
// channels
#include "etk/creation.h"
#include "etk/pixels.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kPixelShuffle[] = "pixel_shuffle.out";

Tensor& pixel_shuffle_out(Context& ctx, const Tensor& self, int64_t upscale_factor, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kPixelShuffle>(self) && out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, !is_large_unsigned(self.scalar_type()), out);
  View from(self);
  const int64_t r = upscale_factor;
  ETK_REQUIRE(ctx, from.rank >= 3 && from.rank + 2 <= kMaxRank && r > 0 && r <= kMaxPixelFactor, out);
  int64_t sizes[kMaxRank];
  for (size_t d = 0; d < from.rank; ++d) {
    sizes[d] = from.sizes[d];
  }
  ETK_REQUIRE(ctx, sizes[from.rank - 3] % (r * r) == 0, out);
  sizes[from.rank - 3] /= r * r;
  sizes[from.rank - 2] *= r;
  sizes[from.rank - 1] *= r;
  Shape shape;
  ETK_REQUIRE(ctx, read_shape({sizes, from.rank}, shape), out);
  if (resize(ctx, out, shape)) {
    View to(out);
    channels_to_pixels(from, r);
    image_to_pixels(to, r);
    copy(from, to);
  }
  return out;
}

}  // namespace torch::executor::native
