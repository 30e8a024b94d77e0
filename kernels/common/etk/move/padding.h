// Padding that repeats what is inside: out[i] = self[f(i)] in each of the last dimensions.
//
// In each dimension there are three parts, before, inside and after, in each of which f(i) goes in steps of
// one, of minus one or of zero. So the out is made of a few views of self.
#pragma once

#include "etk/base/dtype.h"
#include "etk/base/view.h"

namespace etk {

enum class Padding : uint8_t {
  kReflect,    // mirrored at the border, which is not repeated
  kReplicate,  // the border
};

/// A part of a dimension: from `start` to `end` of the out it is at index `from` of self, and goes on by
/// `step`.
struct PaddingPart {
  int64_t start, end, from, step;
};

/// Part 0, 1 or 2 of a dimension of `size`, and of `out_size` with what is `before`: before, inside or
/// after.
PaddingPart padding_part(int which, int64_t size, int64_t before, int64_t out_size, Padding mode);

/// What pads: copies views; and one that does so faster, if it is not null. That is false if it does not take
/// the views, and nothing has been written.
struct PadFunctions {
  CopyFunction copy = etk::copy;
  bool (*pad)(const View& from, const View& to, ArrayRef<int64_t> padding, Padding mode) = nullptr;
};

/// Pads the last `spatial` dimensions, after a dimension of channels and perhaps one of batches. `padding`
/// is what is added before and after, or if negative taken away, from the last dimension to the first.
Tensor& pad(
    Context& ctx,
    const PadFunctions& functions,
    const Tensor& self,
    ArrayRef<int64_t> padding,
    size_t spatial,
    Padding mode,
    Tensor& out);

}  // namespace etk
