#include "table.h"

#include "etk/chunk.h"
#include "etk/indices.h"
#include "etk/loop.h"

namespace etk {
namespace {

class Table {
 public:
  explicit Table(const QuantizedTable& table)
      : bits_(table.bits), dtype_(table.scales.scalar_type()), weight_(table.weight), scales_(table.scales) {
    per_byte_ = 8 / bits_;
    if (table.zero_points) {
      zero_points_.emplace(*table.zero_points);
    }
  }

  bool is_valid(Context& ctx) const {
    const bool is_packed = bits_ < 8;
    ETK_REQUIRE(
        ctx, weight_.dtype == ScalarType::Byte || (weight_.dtype == ScalarType::Char && !is_packed), false);
    ETK_REQUIRE(ctx, compute_of(dtype_) == Compute::kFloat && weight_.rank == 2, false);
    ETK_REQUIRE(ctx, has_groups(scales_), false);
    ETK_REQUIRE(ctx, !zero_points_ || (zero_points_->dtype == dtype_ && has_groups(*zero_points_)), false);
    ETK_REQUIRE(ctx, !zero_points_ || groups(*zero_points_) == groups(scales_), false);
    return true;
  }

  int64_t rows() const {
    return weight_.sizes[0];
  }
  int64_t columns() const {
    return weight_.sizes[1] * per_byte_;
  }

  // Sets elements of a row of the out to those of row `index`.
  void copy_row(int64_t index, ScalarType dtype, char* to, ptrdiff_t stride) const {
    const int64_t group = columns() / groups(scales_);
    float values[kChunk];
    for (int64_t begin = 0, n; begin < columns(); begin += n) {
      const int64_t left = group - begin % group;  // of the group
      n = static_cast<int64_t>(chunk_of(static_cast<size_t>(left)));
      const float scale = number(scales_, index, begin / group);
      const float zero_point = zero_points_ ? number(*zero_points_, index, begin / group) : 0;
      for (int64_t i = 0; i < n; ++i) {
        // As PyTorch computes it, both steps are of the scale's dtype.
        float difference = static_cast<float>(element(index, begin + i)) - zero_point;
        if (zero_points_ && dtype_ != ScalarType::Float) {
          store(dtype_, &difference, 1, &difference, 0);
          load(dtype_, &difference, 0, 1, &difference);
        }
        values[i] = difference * scale;
      }
      write(dtype_, values, static_cast<size_t>(n), dtype, to + begin * stride, stride);
    }
  }

 private:
  static int64_t groups(const View& numbers) {
    return numbers.rank == 2 ? numbers.sizes[1] : 1;
  }

  // Whether there is a number for each group of each row, and groups are equal and of several elements.
  bool has_groups(const View& numbers) const {
    const int64_t count = groups(numbers);
    return (numbers.rank == 1 || numbers.rank == 2) && numbers.sizes[0] == rows() && count > 0 &&
           columns() % count == 0 && columns() / count > 1;
  }

  float number(const View& numbers, int64_t row, int64_t group) const {
    float value = 0;
    const ptrdiff_t step = numbers.rank == 2 ? numbers.strides[1] : 0;
    load(dtype_, numbers.data + row * numbers.strides[0] + group * step, 0, 1, &value);
    return value;
  }

  int element(int64_t row, int64_t column) const {
    const char* at = weight_.data + row * weight_.strides[0] + column / per_byte_ * weight_.strides[1];
    const int byte = *reinterpret_cast<const uint8_t*>(at);
    switch (bits_) {
      case 8:
        return weight_.dtype == ScalarType::Char ? *reinterpret_cast<const int8_t*>(at) : byte;
      case 4:  // the first in the upper half
        return (column % 2 == 0 ? byte >> 4 : byte & 15) - 8;
      default:  // the first in the lowest bits
        return (byte >> (2 * (column % 4)) & 3) - 2;
    }
  }

  const int bits_;
  int64_t per_byte_;
  const ScalarType dtype_;  // of what elements are dequantized with
  const View weight_, scales_;
  std::optional<View> zero_points_;
};

}  // namespace

Tensor& quantized_embedding(
    Context& ctx,
    const QuantizedTable& quantized,
    const Tensor& indices,
    std::optional<ScalarType> dtype,
    Tensor& out) {
  const Table table(quantized);
  const ScalarType to_dtype = dtype.value_or(quantized.scales.scalar_type());
  Shape shape(indices);
  ETK_REQUIRE(ctx, table.is_valid(ctx) && shape.rank < kMaxRank, out);
  ETK_REQUIRE(ctx, out.scalar_type() == to_dtype && is_floating(to_dtype), out);
  ETK_REQUIRE(ctx, are_indices(indices, 0, table.rows()), out);
  shape.push_back(table.columns());
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View rows(out);
  const ptrdiff_t stride = rows.strides[rows.rank - 1];
  rows.remove(rows.rank - 1);
  Loop loop(rows);
  loop.add(rows);
  loop.add(View(indices));
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    const int64_t index = read_index(indices.scalar_type(), cursor.at(1));
    table.copy_row(index, to_dtype, cursor.at(0), stride);
  }
  return out;
}

}  // namespace etk
