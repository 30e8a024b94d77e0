// What an operator does to its out after it has computed it: nothing, or what is fused with it.
#pragma once

#include "etk/base/view.h"

namespace etk {

/// Nothing.
struct NoFinish {
  static bool fits(const Shape& /*shape*/) {
    return true;
  }
  template <const char* kOp>
  static void run(Context& /*ctx*/, Tensor& /*out*/) {}
};

}  // namespace etk
