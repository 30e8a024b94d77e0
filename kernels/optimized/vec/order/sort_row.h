// Sorting of a row.
#pragma once

#include "vec/order/keys.h"

namespace etk::vec {

/// A row of n elements, and the outs for the first k elements in order and their indices. Strides are in
/// elements.
struct OrderedRow {
  KeyOrder order;
  size_t n, k;
  const char* from;
  size_t from_stride;
  char* values;
  char* indices;
  size_t stride;  // of both

  /// The number of bytes of temporary memory for the sort.
  size_t sort_bytes() const {
    return n * (order.size + 2 * sizeof(uint32_t));
  }
};

/// The maximum number of bytes of a row on the stack.
constexpr size_t kRowRoom = 12288;

/// Sorts a row, in sort_bytes() bytes of memory. If `memory` is null, it uses the outs, which have to be
/// contiguous and have n elements.
void sort_row(const OrderedRow& row, char* memory);

/// Whether k is small, and so much smaller than n that the elements are selected before they are sorted.
bool selects(const OrderedRow& row);

/// Selects the first k elements of a row for which `selects` is true, and sorts them, with memory on the
/// stack only.
void select_row(const OrderedRow& row);

}  // namespace etk::vec
