// Pixel shuffles: tensors (…, C · r², H, W) and (…, C, H · r, W · r), seen with the same dimensions
// (…, C, H, r, W, r).
#pragma once

#include "etk/view.h"

namespace etk {

/// The largest r: its square is a size that a dimension can have.
constexpr int64_t kMaxPixelFactor = 46340;

/// Sees many channels as the pixels that they are; r² divides their number.
void channels_to_pixels(View& channels, int64_t r);

/// Sees an image as pixels of r × r; r divides height and width.
void image_to_pixels(View& image, int64_t r);

}  // namespace etk
