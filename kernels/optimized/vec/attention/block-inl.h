// Attention of one block of queries, for one SIMD target. Keys are processed block by block: by the
// microkernel of products, or unpacked if there are few queries.

#if defined(ETK_VEC_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_BLOCK_INL_H_
#undef ETK_VEC_BLOCK_INL_H_
#else
#define ETK_VEC_BLOCK_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/attention/block.h"
#include "vec/attention/cached_lines-inl.h"
#include "vec/attention/powers-inl.h"
#include "vec/product/dots-inl.h"
#include "vec/product/lines-inl.h"
#include "vec/product/tile-inl.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The maximum number of queries for which keys are not packed, because packing would take longer than the
// products.
constexpr size_t kUnpackedRows = 6;

HWY_INLINE size_t padded_size(size_t size) {
  return hwy::RoundUpTo(size, panel_width());
}

// The temporary memory of a block, in floats. Rows of queries and of exponentials have the layout for the
// microkernel.
struct AttentionRoom {
  float *queries, *powers, *sums, *keys, *values, *lines;
  size_t floats = 0;  // of all

  AttentionRoom(float* start, size_t size) {
    constexpr size_t kRowsWithSlack = kQueriesOfBlock + kRows;
    const size_t padded = padded_size(size);
    const auto take = [&](size_t count) {
      float* const array = start ? start + floats : nullptr;
      floats += count;
      return array;
    };
    queries = take(kRowsWithSlack * kRowStride);
    powers = take(kRowsWithSlack * kRowStride);
    sums = take(kQueriesOfBlock * padded + kPanelSlack);
    keys = take(kKeysOfBlock * size + kPanelSlack);
    values = take(kKeysOfBlock * padded);
    lines = take(kKeysOfBlock * padded);
  }
};

class BlockOfQueries {
 public:
  BlockOfQueries(const Attention& call, const AttentionBlock& block, float* room)
      : call_(call), block_(block), room_(room, call.size), padded_(padded_size(call.size)) {
    for (size_t k = 0; k < kDepth; ++k) {
      offsets_[k] = static_cast<ptrdiff_t>(k * panel_width());
    }
  }

  void run() {
    size_t end = 0;
    for (size_t r = 0; r < block_.count; ++r) {
      read_query(r);
      tops_[r] = -HUGE_VALF;
      totals_[r] = 0;
      end = HWY_MAX(end, call_.seen_by(block_.first + r));
    }
    std::fill_n(room_.sums, block_.count * padded_, 0.0f);
    for (size_t from = 0; from < end; from += kKeysOfBlock) {
      const size_t keys = HWY_MIN(kKeysOfBlock, end - from);
      block_.count <= kUnpackedRows ? add_unpacked(from, keys) : add_packed(from, keys);
    }
    for (size_t r = 0; r < block_.count; ++r) {
      write_out(r);
    }
  }

 private:
  int64_t head_of(size_t r) const {
    const size_t group = call_.rows / call_.length();
    return block_.head * static_cast<int64_t>(group) +
           static_cast<int64_t>((block_.first + r) / call_.length());
  }
  int64_t position_of(size_t r) const {
    return static_cast<int64_t>((block_.first + r) % call_.length());
  }
  // The number of keys, of `keys` keys from `from` on, that a row attends to.
  size_t seen_of(size_t r, size_t from, size_t keys) const {
    const size_t seen = call_.seen_by(block_.first + r);
    return seen <= from ? 0 : HWY_MIN(keys, seen - from);
  }

  void read_query(size_t r) {
    float* const row = room_.queries + r * kRowStride;
    call_.query.read(block_.batch, position_of(r), head_of(r), row);
    for (size_t i = 0; i < call_.size; ++i) {
      row[i] *= call_.scale;
    }
  }

  void write_out(size_t r) {
    float* const row = room_.sums + r * padded_;
    // Like in PyTorch, a row whose keys are all masked is 0.
    const float factor = totals_[r] == 0 ? 0 : 1 / totals_[r];
    for (size_t i = 0; i < call_.size; ++i) {
      row[i] *= factor;
    }
    call_.out.write(row, block_.batch, position_of(r), head_of(r));
  }

  // Replaces the scores of a row by exponentials, `depth` of which are multiplied later; sets the row's
  // factor.
  void take_scores(size_t r, size_t from, size_t keys, size_t depth) {
    float* const scores = room_.powers + r * kRowStride;
    const size_t n = seen_of(r, from, keys);
    factors_[r] = 1;
    if (call_.mask) {
      const View& mask = *call_.mask;
      const char* const row = mask.data + position_of(r) * mask.strides[0];
      for (size_t j = 0; j < n; ++j) {
        scores[j] +=
            *reinterpret_cast<const float*>(row + static_cast<ptrdiff_t>(from + j) * mask.strides[1]);
      }
    }
    if (n > 0) {
      factors_[r] = to_powers(scores, n, tops_[r], totals_[r]);
    }
    std::fill(scores + n, scores + HWY_MAX(n, depth), 0.0f);
  }

  // sums = sums · factor + tile
  void add_tile(size_t r, size_t rows, size_t column, size_t columns, const float* tile, size_t stride) {
    const Tag d;
    const size_t lanes = hn::Lanes(d);
    for (size_t i = 0; i < rows; ++i, tile += stride) {
      const V factor = hn::Set(d, factors_[r + i]);
      float* const to = room_.sums + (r + i) * padded_ + column;
      for (size_t j = 0; j < columns; j += lanes) {
        hn::StoreU(hn::MulAdd(hn::LoadU(d, to + j), factor, hn::LoadU(d, tile + j)), d, to + j);
      }
    }
  }

  void add_packed(size_t from, size_t keys) {
    HWY_ALIGN float tile[kRows * kVectors * hn::MaxLanes(Tag())];
    const size_t width = panel_width(), size = call_.size;
    pack_keys(lines_of(call_.key, block_, from, keys, room_.lines), keys, size, room_.keys);
    pack_values(lines_of(call_.value, block_, from, keys, room_.lines), keys, size, room_.values);
    for (size_t r = 0; r < block_.count; r += kRows) {
      const size_t rows = HWY_MIN(kRows, block_.count - r);
      size_t depth = 0;
      for (size_t i = 0; i < rows; ++i) {
        depth = HWY_MAX(depth, seen_of(r + i, from, keys));
      }
      if (depth == 0) {
        continue;
      }
      const TileFunction multiply_tile = tile_function<kVectors>(rows);
      float* const powers = room_.powers + r * kRowStride;
      for (size_t j = 0; j < depth; j += width) {
        multiply_tile(
            room_.queries + r * kRowStride, room_.keys + j * size, offsets_, size, tile, {tile, 0}, {});
        for (size_t i = 0; i < rows; ++i) {
          std::copy_n(tile + i * width, width, powers + i * kRowStride + j);
        }
      }
      for (size_t i = 0; i < rows; ++i) {
        take_scores(r + i, from, keys, depth);
      }
      for (size_t column = 0; column < padded_; column += width) {
        multiply_tile(powers, room_.values + column * keys, offsets_, depth, tile, {tile, 0}, {});
        add_tile(r, rows, column, width, tile, width);
      }
    }
  }

  void add_unpacked(size_t from, size_t keys) {
    constexpr size_t kTileStride = HWY_MAX(4, hn::MaxLanes(Tag()));
    HWY_ALIGN float tile[4 * kTileStride];
    const size_t count = block_.count, size = call_.size;
    const FloatLines lines = lines_of(call_.key, block_, from, keys, room_.lines);
    for (size_t j = 0; j < keys; j += 4) {
      for (size_t r = 0; r < count; r += kDotRows) {
        const size_t rows = HWY_MIN(kDotRows, count - r);
        const auto run = dots_function<float>(rows);
        run(room_.queries + r * kRowStride, kRowStride, lines.data + j * lines.stride, lines.stride,
            HWY_MIN(size_t{4}, keys - j), size, tile, kTileStride);
        for (size_t i = 0; i < rows; ++i) {
          std::copy_n(tile + i * kTileStride, 4, room_.powers + (r + i) * kRowStride + j);
        }
      }
    }
    for (size_t r = 0; r < count; ++r) {
      take_scores(r, from, keys, keys);
    }
    const FloatLines values = lines_of(call_.value, block_, from, keys, room_.lines);
    ptrdiff_t offsets[kKeysOfBlock];
    for (size_t k = 0; k < keys; ++k) {
      offsets[k] = static_cast<ptrdiff_t>(k * values.stride);
    }
    // The stride of the tile's rows is the stride of the sums; the tile takes the memory of the keys.
    run_lines(room_.powers, count, values.data, offsets, keys, size, room_.keys, padded_);
    add_tile(0, count, 0, padded_, room_.keys, padded_);
  }

  const Attention& call_;
  const AttentionBlock& block_;
  const AttentionRoom room_;
  const size_t padded_;
  ptrdiff_t offsets_[kDepth];
  float tops_[kQueriesOfBlock];
  float totals_[kQueriesOfBlock];
  float factors_[kQueriesOfBlock];
};

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif
