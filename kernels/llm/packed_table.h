// Embeddings of torchao: rows of a table of packed integers, dequantized
//
// The table of an embedding has a header of 64 bytes and then its rows, whose columns are packed in chunks of
// 32. Integers of 8 bits take a byte each; to integers of 4 bits, 8 is added, and an integer and the 16th
// after it share a byte.
#pragma once

#include "etk/base/core.h"

namespace etk {

/// A table with its scales and zero points, of which each row has one for each group of columns.
struct PackedTable {
  const Tensor& integers;
  const Tensor& scales;
  const Tensor& zero_points;
  int64_t bits;
  int64_t rows;
  int64_t columns;
};

/// Sets out to the rows of the table that `indices` names.
void look_up(Context& ctx, const PackedTable& table, const Tensor& indices, Tensor& out);

/// The packed weights of a linear layer (packed_weights.h), used as a table.
struct SharedTable {
  const Tensor& weights;
  int64_t bits;
  int64_t group_size;
  int64_t rows;
  int64_t columns;
};

/// Sets out to the rows of the weights that `indices` names, without biases.
void look_up(Context& ctx, const SharedTable& table, const Tensor& indices, Tensor& out);

}  // namespace etk
