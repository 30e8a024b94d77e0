// Attention by plain loops.
//
// Keys are taken block by block, with the largest score and the sum of powers so far (streaming softmax), so
// that nothing is stored that grows with their number.
#pragma once

#include "etk/attention/attention.h"

namespace etk {

/// Computes what can be attended; fails without temporary memory.
void attend(
    Context& ctx,
    const Heads& query,
    const Heads& key,
    const Heads& value,
    const Seen& seen,
    const Heads& out);

}  // namespace etk
