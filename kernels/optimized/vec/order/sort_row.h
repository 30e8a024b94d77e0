// A row in order.
#pragma once

#include "vec/order/keys.h"

namespace etk::vec {

/// A row of n elements, and the first k of it in order with their indices. Strides are in elements.
struct OrderedRow {
  KeyOrder order;
  size_t n, k;
  const char* from;
  size_t from_stride;
  char* values;
  char* indices;
  size_t stride;  // of both

  /// Bytes of memory that sorting it takes.
  size_t sort_bytes() const {
    return n * (order.size + 2 * sizeof(uint32_t));
  }
};

/// Bytes of a row that are on the stack, at most.
constexpr size_t kRowRoom = 12288;

/// Sorts a row, in memory of as many bytes as that takes, or without any in the outs: these are arrays then,
/// of all elements.
void sort_row(const OrderedRow& row, char* memory);

/// Whether there are so many more elements than k, and these so few, that they are selected before they are
/// sorted.
bool selects(const OrderedRow& row);

/// Selects the first k elements of a row for which `selects` is true, on the stack alone, and sorts them.
void select_row(const OrderedRow& row);

}  // namespace etk::vec
