// Attention by portable loops.
//
// Keys are processed block by block, with a running maximum of the scores and a running sum of the
// exponentials (streaming softmax), so that the temporary memory does not depend on the number of keys.
#pragma once

#include "etk/attention/attention.h"

namespace etk {

/// Computes an attention with valid arguments; fails if there is not enough temporary memory.
void attend(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out);

}  // namespace etk
