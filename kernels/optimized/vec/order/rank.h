// The k-th smallest elements of rows.
#pragma once

#include "etk/order/rank.h"

namespace etk::vec {

/// An etk::RankFunction for neighbouring dimensions, and rows that there is memory for.
bool ranked(Context& ctx, const RankedRows& call);

}  // namespace etk::vec
