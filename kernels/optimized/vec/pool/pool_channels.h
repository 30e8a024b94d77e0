// Pools of images whose channels are last in memory.
#pragma once

#include "vec/pool/pool_call.h"

namespace etk::vec {

/// Computes such a call.
void pool_channels(const PoolCall& call);

}  // namespace etk::vec
