#include "etk/quantize/table.h"

#include "etk/base/chunk.h"
#include "etk/base/indices.h"
#include "etk/base/loop.h"
#include "etk/quantize/groups.h"

namespace etk {
namespace {

class Table {
 public:
  explicit Table(const QuantizedTable& table)
      : bits_(table.bits),
        weight_(table.weight),
        columns_(weight_.rank == 2 ? weight_.sizes[1] * per_byte() : 0),
        groups_(table.scales, table.zero_points, columns_) {}

  // Groups of one element are invalid, like in PyTorch.
  bool is_valid() const {
    const bool is_byte = weight_.dtype == ScalarType::Byte;
    return (is_byte || (weight_.dtype == ScalarType::Char && bits_ == 8)) && weight_.rank == 2 &&
           groups_.fit(rows()) && groups_.group() > 1;
  }

  int64_t rows() const {
    return weight_.sizes[0];
  }
  int64_t columns() const {
    return columns_;
  }

  // Whether rows are contiguous arrays of bytes whose numbers are Floats.
  bool is_plain() const {
    return bits_ == 8 && weight_.strides[1] == 1 && groups_.dtype() == ScalarType::Float;
  }

  // The same as copy_row, for Floats.
  void copy_row(int64_t index, DequantizeArrayFunction faster, float* to) const {
    const char* from = weight_.data + index * weight_.strides[0];
    const int64_t n = groups_.group();
    for (int64_t begin = 0; begin < columns_; begin += n) {
      const float zero_point = groups_.zero_point(index, begin), scale = groups_.scale(index, begin);
      faster(weight_.dtype, from + begin, static_cast<size_t>(n), zero_point, scale, to + begin);
    }
  }

  // Sets elements of a row of the out to row `index`, dequantized. Like in PyTorch, differences are rounded
  // to the scale's dtype.
  void copy_row(int64_t index, ScalarType dtype, char* to, ptrdiff_t stride) const {
    float exact[kChunk], values[kChunk];
    for (int64_t begin = 0, n; begin < columns_; begin += n) {
      const int64_t left = groups_.group() - begin % groups_.group();
      n = static_cast<int64_t>(chunk_of(static_cast<size_t>(left)));
      const float zero_point = groups_.zero_point(index, begin), scale = groups_.scale(index, begin);
      for (int64_t i = 0; i < n; ++i) {
        exact[i] = static_cast<float>(element(index, begin + i)) - zero_point;
      }
      cast(groups_.dtype(), exact, groups_.dtype(), values, static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) {
        values[i] *= scale;
      }
      write(groups_.dtype(), values, static_cast<size_t>(n), dtype, to + begin * stride, stride);
    }
  }

 private:
  int64_t per_byte() const {
    return 8 / bits_;
  }

  int element(int64_t row, int64_t column) const {
    const char* at = weight_.data + row * weight_.strides[0] + column / per_byte() * weight_.strides[1];
    const int byte = *reinterpret_cast<const uint8_t*>(at);
    switch (bits_) {
      case 8:
        return weight_.dtype == ScalarType::Char ? *reinterpret_cast<const int8_t*>(at) : byte;
      case 4:  // the first column is in the upper half
        return (column % 2 == 0 ? byte >> 4 : byte & 15) - 8;
      default:  // the first column is in the lowest bits
        return (byte >> (2 * (column % 4)) & 3) - 2;
    }
  }

  const int bits_;
  const View weight_;
  const int64_t columns_;
  const Groups groups_;
};

}  // namespace

Tensor& gather_rows(
    Context& ctx,
    const QuantizedTable& quantized,
    const Tensor& indices,
    std::optional<ScalarType> dtype,
    Tensor& out,
    DequantizeArrayFunction faster) {
  const Table table(quantized);
  const ScalarType to_dtype = dtype.value_or(quantized.scales.scalar_type());
  Shape shape(indices);
  ETK_REQUIRE(ctx, table.is_valid() && shape.rank < kMaxRank, out);
  ETK_REQUIRE(ctx, out.scalar_type() == to_dtype && is_floating(to_dtype), out);
  ETK_REQUIRE(ctx, are_indices(indices, 0, table.rows()), out);
  ETK_REQUIRE(ctx, are_apart(indices, out), out);
  shape.push_back(table.columns());
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View rows(out);
  const ptrdiff_t stride = rows.strides[rows.rank - 1];
  const bool is_plain =
      faster && table.is_plain() && to_dtype == ScalarType::Float && is_dense(to_dtype, stride);
  rows.remove(rows.rank - 1);
  Loop loop(rows);
  loop.add(rows);
  loop.add(View(indices));
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    const int64_t index = read_index(indices.scalar_type(), cursor.at(1));
    if (is_plain) {
      table.copy_row(index, faster, reinterpret_cast<float*>(cursor.at(0)));
    } else {
      table.copy_row(index, to_dtype, cursor.at(0), stride);
    }
  }
  return out;
}

}  // namespace etk
