// Maxima of windows of several sizes.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// Computes an adaptive pool whose planes are contiguous. Returns false, without writing anything, if windows
/// are too wide.
bool adaptive_max(const PoolCall& call);

}  // namespace etk::vec
