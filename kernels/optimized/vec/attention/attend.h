// Attention with vectors and threads.
#pragma once

#include "etk/attention/attention.h"

namespace etk::vec {

/// What etk::attend does, which takes over heads of more than kDepth elements and calls with little temporary
/// memory.
void attend(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out);

}  // namespace etk::vec
