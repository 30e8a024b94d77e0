// Copies for operators whose calls are all plain; see base/plain.h.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/dim_order.h"
#include "etk/base/faster.h"
#include "etk/base/plain.h"

#include <cstring>

namespace etk {

/// Whether all calls of an operator copy elements of one dtype to a contiguous out, and there is no faster
/// implementation.
template <const char* kOp>
constexpr bool is_plain_copy() {
  return has_plain_memory<kOp>() && call_facts<kOp>().same_dtypes &&
         !Faster<hash_of(kOp), CopyFunction>::kIsRegistered;
}

/// Whether all calls that the build knows have no dim order, or 0, 1, ….
template <const char* kOp, int kIndex>
constexpr bool is_fixed_order() {
  constexpr Fixed fixed = fixed_argument<kOp>(kIndex);
  for (int64_t i = 0; fixed.kind == Fixed::kInts && i < fixed.integer; ++i) {
    if (fixed.integers[i] != i) {
      return false;
    }
  }
  return fixed.kind == Fixed::kNone ||
         (fixed.kind == Fixed::kInts && call_facts<kOp>().min_rank == call_facts<kOp>().max_rank &&
          static_cast<size_t>(fixed.integer) == call_facts<kOp>().max_rank);
}

}  // namespace etk
