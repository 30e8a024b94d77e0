// Quantized embeddings: rows of a table with 8, 4 or 2 bits per element, dequantized.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/view.h"

#include <optional>

namespace etk {

/// A table of integers, with its scales and zero points: see Groups. Integers of less than 8 bits are packed
/// into Bytes, with an offset: 0 is the lowest integer.
struct QuantizedTable {
  const Tensor& weight;
  const Tensor& scales;
  const std::optional<Tensor>& zero_points;
  int bits;
};

/// A faster implementation for n elements of a group: sets `to` to (from - zero_point) · scale.
using DequantizeArrayFunction =
    void (*)(ScalarType dtype, const void* from, size_t n, float zero_point, float scale, float* to);

/// Sets out, of dtype `dtype` or by default the scales' dtype, to rows of the table. The dtypes must be
/// selected.
Tensor& gather_rows(
    Context& ctx,
    const QuantizedTable& table,
    const Tensor& indices,
    std::optional<ScalarType> dtype,
    Tensor& out,
    DequantizeArrayFunction faster);

/// Gathers rows, for the dtypes that the build has selected for an operator. Packed integers must have the
/// full range; programs of older exporters give zeros for it.
template <const char* kOp>
Tensor& quantized_embedding(
    Context& ctx,
    const QuantizedTable& table,
    int64_t quant_min,
    int64_t quant_max,
    const Tensor& indices,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const Tensor& zero_points = table.zero_points ? *table.zero_points : table.scales;
  ETK_REQUIRE(ctx, accepts<kOp>(table.weight, table.scales, zero_points, indices, out), out);
  const int64_t end = int64_t{1} << (table.bits - 1);
  const bool is_unsaid = quant_min == 0 && quant_max == 0;
  ETK_REQUIRE(ctx, table.bits == 8 || is_unsaid || (quant_min == -end && quant_max == end - 1), out);
  return gather_rows(ctx, table, indices, dtype, out, faster<kOp, DequantizeArrayFunction>());
}

}  // namespace etk
