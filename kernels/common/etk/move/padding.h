// Padding with elements of the tensor itself: out[i] = self[f(i)] in each of the last dimensions.
//
// Each dimension has three parts: before, inside and after. In each part, f(i) has a step of 1, -1 or 0, so
// that the out consists of a few views of self.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/dtype.h"

namespace etk {

enum class Padding : uint8_t {
  kReflect,    // mirrored at the border element, which is not repeated
  kReplicate,  // the border element
};

/// A part of a dimension: indices [start, end) of the out correspond to index `from` of self and following,
/// with step `step`.
struct PaddingPart {
  int64_t start, end, from, step;
};

/// Part 0, 1 or 2 (before, inside, after) of a dimension with size `size`, out size `out_size`, and `before`
/// indices before the inside.
PaddingPart padding_part(int which, int64_t size, int64_t before, int64_t out_size, Padding mode);

/// The functions that pad: one copies views; the other pads faster, or is null. The latter returns false,
/// without writing anything, if it does not support the views.
struct PadFunctions {
  CopyFunction copy = etk::copy;
  bool (*pad)(const View& from, const View& to, ArrayRef<int64_t> padding, Padding mode) = nullptr;
};

/// Pads the last `spatial` dimensions, which follow a channel dimension and an optional batch dimension.
/// `padding` has the number of indices before and after, from the last dimension to the first; negative
/// numbers remove indices.
Tensor& pad(
    Context& ctx,
    const PadFunctions& functions,
    const Tensor& self,
    ArrayRef<int64_t> padding,
    size_t spatial,
    Padding mode,
    Tensor& out);

}  // namespace etk
