// Padding that repeats what is inside: out[i] = self[f(i)] in each of the last dimensions.
//
// In each dimension there are three parts, before, inside and behind, in each of which f(i) goes in steps of
// one, of minus one or of zero. So the out is made of a few views of self.
#pragma once

#include "etk/dtype.h"
#include "etk/view.h"

namespace etk {

enum class Padding : uint8_t {
  kReflect,    // mirrored at the border, which is not repeated
  kReplicate,  // the border
};

/// Pads the last `spatial` dimensions, behind a dimension of channels and perhaps one of batches. `padding`
/// is what is added before and behind, or if negative taken away, from the last dimension to the first.
Tensor& pad(
    Context& ctx,
    CopyFunction copy,
    const Tensor& self,
    ArrayRef<int64_t> padding,
    size_t spatial,
    Padding mode,
    Tensor& out);

}  // namespace etk
