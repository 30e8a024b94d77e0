// Pools of channels-last images.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// Computes a call whose tensors are channels-last.
void pool_channels(const PoolCall& call);

}  // namespace etk::vec
