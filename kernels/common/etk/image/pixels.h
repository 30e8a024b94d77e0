// Pixel shuffles: tensors (…, C · r², H, W) and (…, C, H · r, W · r), viewed with the same dimensions (…, C,
// H, r, W, r).
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"

namespace etk {

/// The largest r whose square is a valid size.
constexpr int64_t kMaxPixelFactor = 46340;

/// Views the channels as blocks of pixels; r² divides their number.
void channels_to_pixels(View& channels, int64_t r);

/// Views an image as blocks of r × r pixels; r divides height and width.
void image_to_pixels(View& image, int64_t r);

/// Sets `out` to self with r² channels as r × r pixels, or the inverse, using `copy`.
template <const char* kOp>
ETK_INLINE Tensor& shuffle_pixels(Context& ctx, const Tensor& self, int64_t r, bool to_pixels, Tensor& out) {
  const auto copy = faster_or<kOp>(etk::copy);
  ETK_REQUIRE(ctx, accepts<kOp>(self) && out.scalar_type() == self.scalar_type(), out);
  ETK_REQUIRE(ctx, !is_large_unsigned(self.scalar_type()), out);
  View from(self);
  ETK_REQUIRE(ctx, from.rank >= 3 && from.rank + 2 <= kMaxRank && r > 0 && r <= kMaxPixelFactor, out);
  int64_t sizes[kMaxRank];
  for (size_t d = 0; d < from.rank; ++d) {
    sizes[d] = from.sizes[d];
  }
  int64_t* const image = sizes + from.rank - 3;  // channels, height, width
  ETK_REQUIRE(ctx, to_pixels ? image[0] % (r * r) == 0 : image[1] % r == 0 && image[2] % r == 0, out);
  image[0] = to_pixels ? image[0] / (r * r) : image[0] * r * r;
  for (int64_t* size : {image + 1, image + 2}) {
    *size = to_pixels ? *size * r : *size / r;
  }
  Shape shape;
  ETK_REQUIRE(ctx, read_shape({sizes, from.rank}, shape), out);
  if (resize(ctx, out, shape)) {
    View to(out);
    channels_to_pixels(to_pixels ? from : to, r);
    image_to_pixels(to_pixels ? to : from, r);
    copy(from, to);
  }
  return out;
}

}  // namespace etk
