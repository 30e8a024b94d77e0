// Attention with vectors and threads.
#pragma once

#include "etk/attention/attention.h"

namespace etk::vec {

/// Like etk::attend, which is called for heads of more than kDepth elements and if there is little temporary
/// memory.
void attend(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out);

}  // namespace etk::vec
