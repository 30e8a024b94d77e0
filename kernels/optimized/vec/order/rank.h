// The k-th smallest elements of rows.
#pragma once

#include "etk/order/rank.h"

namespace etk::vec {

/// An etk::RankFunction for adjacent dimensions, and rows that fit the available memory.
bool ranked(Context& ctx, const RankedRows& call);

}  // namespace etk::vec
