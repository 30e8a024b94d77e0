#include "packed_table.h"

#include "etk/base/chunk.h"
#include "etk/base/indices.h"
#include "packed_weights.h"

#include <limits>

namespace etk {
namespace {

constexpr int32_t kTableKind = 2, kTableVersion = 1;
constexpr int64_t kTableChunk = 32, kMostTableChunk = 128;

// Calls `copy_row(index, to, stride)` for each row of the out.
template <typename CopyRow>
void copy_rows(
    Context& ctx,
    int64_t rows,
    int64_t columns,
    const Tensor& indices,
    Tensor& out,
    const CopyRow& copy_row) {
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Float, out) && indices.dim() == 1, );
  ETK_REQUIRE(ctx, are_indices(indices, 0, rows) && are_apart(indices, out), );
  Shape shape(indices);
  shape.push_back(columns);
  if (!resize(ctx, out, shape)) {
    return;
  }
  const View from(indices), to(out);
  for (int64_t i = 0; i < from.sizes[0]; ++i) {
    const int64_t index = read_index(from.dtype, from.data + i * from.strides[0]);
    copy_row(index, to.data + i * to.strides[0], to.strides[1]);
  }
}

// Whether the integers fill the tensor, after the header.
bool is_packed(const View& integers, const PackedTable& table) {
  const int64_t columns = table.columns;
  if (integers.rank != 1 || columns <= 0 || columns % kTableChunk != 0 ||
      columns > std::numeric_limits<executorch::aten::SizesType>::max()) {
    return false;
  }
  const int64_t bytes = integers.sizes[0], row_bytes = columns / 8 * table.bits;
  const int32_t header[] = {
      kPackedMagic,
      kTableKind,
      kTableVersion,
      static_cast<int32_t>(table.bits),
      static_cast<int32_t>(kTableChunk),
      static_cast<int32_t>(kMostTableChunk),
      0,
      0};
  return has_header(integers.data, bytes, header) && (bytes - kPackedHeaderBytes) % row_bytes == 0 &&
         (bytes - kPackedHeaderBytes) / row_bytes == table.rows;
}

// The number of columns that share a scale and a zero point; 0 if these do not match the table.
int64_t group_of(const View& scales, const View& zero_points, const PackedTable& table) {
  if (scales.rank != 2 || !(static_cast<const Shape&>(scales) == static_cast<const Shape&>(zero_points)) ||
      scales.sizes[0] != table.rows || scales.sizes[1] == 0 || table.columns % scales.sizes[1] != 0) {
    return 0;
  }
  const int64_t group = table.columns / scales.sizes[1];
  return group % kTableChunk == 0 ? group : 0;
}

int integer_at(const char* chunk, int64_t bits, int64_t column) {
  if (bits == 8) {
    return static_cast<int8_t>(chunk[column]);
  }
  constexpr int64_t kHalf = kTableChunk / 2;
  const auto byte = static_cast<uint8_t>(chunk[column % kHalf]);
  return (column < kHalf ? byte & 15 : byte >> 4) - 8;
}

}  // namespace

void look_up(Context& ctx, const PackedTable& table, const Tensor& indices, Tensor& out) {
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, table.integers, table.zero_points), );
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Float, table.scales), );
  const View integers(table.integers), scales(table.scales), zero_points(table.zero_points);
  ETK_REQUIRE(ctx, is_packed(integers, table), );
  const int64_t group = group_of(scales, zero_points, table);
  ETK_REQUIRE(ctx, group != 0, );
  const int64_t chunk_bytes = kTableChunk / 8 * table.bits;
  copy_rows(ctx, table.rows, table.columns, indices, out, [&](int64_t index, char* to, ptrdiff_t stride) {
    const char* chunk = integers.data + kPackedHeaderBytes + index * (table.columns / 8 * table.bits);
    for (int64_t begin = 0; begin < table.columns; begin += kTableChunk, chunk += chunk_bytes) {
      const auto number = [index, at = begin / group](const View& view) {
        return view.data + index * view.strides[0] + at * view.strides[1];
      };
      const float scale = *reinterpret_cast<const float*>(number(scales));
      const int zero_point = *reinterpret_cast<const int8_t*>(number(zero_points));
      float values[kTableChunk];
      for (int64_t i = 0; i < kTableChunk; ++i) {
        values[i] = static_cast<float>(integer_at(chunk, table.bits, i) - zero_point) * scale;
      }
      write(ScalarType::Float, values, kTableChunk, ScalarType::Float, to + begin * stride, stride);
    }
  });
}

void look_up(Context& ctx, const SharedTable& table, const Tensor& indices, Tensor& out) {
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Char, table.weights) && table.weights.dim() == 1, );
  const View bytes(table.weights);
  PackedWeights weights;
  ETK_REQUIRE(
      ctx,
      weights.read(bytes.data, bytes.sizes[0], table.bits, table.rows, table.columns, table.group_size), );
  copy_rows(ctx, table.rows, table.columns, indices, out, [&](int64_t index, char* to, ptrdiff_t stride) {
    weights.row(index, to, stride);
  });
}

}  // namespace etk
