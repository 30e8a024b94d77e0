// _embedding_bag(weight, indices, offsets)[b] = the sum, mean or maximum of weight[i] over the indices i of
// bag b, which are those from offsets[b] on; those that are padding_idx are left out
#include "etk/doubles.h"
#include "etk/indices.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbeddingBag[] = "_embedding_bag.out";

namespace {

enum BagMode : int64_t { kBagSum, kBagMean, kBagMax };

// A list of indices.
struct BagList {
  explicit BagList(const Tensor& tensor) : view(tensor) {}
  int64_t size() const {
    return view.sizes[0];
  }
  char* at(int64_t i) const {
    return view.data + i * view.strides[0];
  }
  int64_t operator[](int64_t i) const {
    return read_index(view.dtype, at(i));
  }
  void set(int64_t i, int64_t value) const {
    store(view.dtype, &value, 1, at(i), 0);
  }
  const View view;
};

// What becomes of one bag.
struct Bag {
  const BagList& indices;
  int64_t begin, end, padding_idx, mode;
  const View& table;
  const std::optional<View>& factors;

  int64_t count() const {
    int64_t n = 0;
    for (int64_t i = begin; i < end; ++i) {
      n += indices[i] != padding_idx;
    }
    return n;
  }

  // Computes n values from column `first` on, and of a maximum the indices it comes from.
  void compute(int64_t first, size_t n, double* results, int64_t* from) const {
    Source source(table.dtype, ScalarType::Double);
    bool empty = true;
    for (size_t c = 0; c < n; ++c) {
      results[c] = 0;
      from[c] = 0;
    }
    for (int64_t i = begin; i < end; ++i) {
      const int64_t index = indices[i];
      if (index == padding_idx) {
        continue;
      }
      const double factor =
          factors ? read_double(factors->dtype, factors->data + i * factors->strides[0]) : 1;
      const char* row = table.data + index * table.strides[0] + first * table.strides[1];
      const auto* values = static_cast<const double*>(source.read(row, table.strides[1], n));
      for (size_t c = 0; c < n; ++c) {
        if (mode != kBagMax) {
          results[c] += values[c] * factor;
        } else if (empty || values[c] > results[c]) {
          results[c] = values[c];
          from[c] = index;
        }
      }
      empty = false;
    }
    const double divisor = mode == kBagMean && !empty ? static_cast<double>(count()) : 1;
    for (size_t c = 0; c < n; ++c) {
      results[c] /= divisor;
    }
  }
};

// Whether the offsets begin at 0, and do not decrease or go behind the end.
bool are_bag_offsets(const BagList& offsets, int64_t end) {
  int64_t last = 0;
  for (int64_t b = 0; b < offsets.size(); ++b) {
    const int64_t offset = offsets[b];
    if (offset < last || offset > (b == 0 ? 0 : end)) {
      return false;
    }
    last = offset;
  }
  return true;
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&, Tensor&> _embedding_bag_out(
    Context& ctx,
    const Tensor& weight,
    const Tensor& indices,
    const Tensor& offsets,
    bool scale_grad_by_freq,
    int64_t mode,
    bool sparse,
    const std::optional<Tensor>& per_sample_weights,
    bool include_last_offset,
    int64_t padding_idx,
    Tensor& out0,
    Tensor& out1,
    Tensor& out2,
    Tensor& out3) {
  (void)scale_grad_by_freq, (void)sparse;  // are for training
  const std::tuple<Tensor&, Tensor&, Tensor&, Tensor&> outs(out0, out1, out2, out3);
  const ScalarType dtype = weight.scalar_type();
  ETK_REQUIRE(ctx, accepts<kEmbeddingBag>(weight, indices, offsets) && is_floating(dtype), outs);
  ETK_REQUIRE(ctx, weight.dim() == 2 && indices.dim() == 1 && offsets.dim() == 1, outs);
  ETK_REQUIRE(ctx, out0.scalar_type() == dtype && mode >= kBagSum && mode <= kBagMax, outs);
  ETK_REQUIRE(ctx, are_indices(indices, 0, weight.size(0)), outs);
  const auto is_index = [](const Tensor& tensor) {
    return tensor.scalar_type() == ScalarType::Int || tensor.scalar_type() == ScalarType::Long;
  };
  ETK_REQUIRE(ctx, is_index(out1) && is_index(out2) && is_index(out3) && is_index(offsets), outs);
  const BagList list(indices), starts(offsets);
  ETK_REQUIRE(ctx, are_bag_offsets(starts, list.size()), outs);
  ETK_REQUIRE(ctx, !include_last_offset || starts.size() > 0, outs);
  ETK_REQUIRE(
      ctx,
      !per_sample_weights || (mode == kBagSum && per_sample_weights->scalar_type() == dtype &&
                              per_sample_weights->dim() == 1 && per_sample_weights->numel() == list.size()),
      outs);

  const int64_t bags = starts.size() - (include_last_offset ? 1 : 0), columns = weight.size(1);
  // PyTorch keeps no account of the bags of a sum, unless it is one of doubles or leaves indices out: the
  // outs that are for training are empty or zeros.
  const bool maps = (mode != kBagSum || padding_idx >= 0 || dtype == ScalarType::Double) && list.size() > 0;
  Shape shape, map_shape, size_shape;
  shape.push_back(bags);
  shape.push_back(columns);
  map_shape.push_back(maps ? list.size() : 0);
  size_shape.push_back(bags);
  if (!resize(ctx, out0, shape) || !resize(ctx, out1, map_shape) || !resize(ctx, out2, size_shape) ||
      !resize(ctx, out3, mode == kBagMax ? shape : size_shape)) {
    return outs;
  }
  const View table(weight), to(out0), to_indices(out3);
  const std::optional<View> factors =
      per_sample_weights ? std::optional<View>(*per_sample_weights) : std::nullopt;
  const BagList bag_of(out1), size_of(out2);
  if (maps) {
    fill(bag_of.view, bags);
  }
  for (int64_t b = 0; b < bags; ++b) {
    const int64_t end = b + 1 < starts.size() ? starts[b + 1] : list.size();
    const Bag bag{list, starts[b], end, padding_idx, mode, table, factors};
    for (int64_t i = bag.begin; i < end && maps; ++i) {
      bag_of.set(i, b);
    }
    const int64_t count = mode == kBagSum ? 0 : bag.count();
    size_of.set(b, count);
    if (mode != kBagMax) {
      store(to_indices.dtype, &count, 1, to_indices.data + b * to_indices.strides[0], 0);
    }
    for (int64_t c = 0; c < columns; c += static_cast<int64_t>(kChunk)) {
      const size_t n = chunk_of(static_cast<size_t>(columns - c));
      double results[kChunk];
      int64_t from[kChunk];
      bag.compute(c, n, results, from);
      write(
          ScalarType::Double, results, n, dtype, to.data + b * to.strides[0] + c * to.strides[1],
          to.strides[1]);
      if (mode == kBagMax) {
        char* at = to_indices.data + b * to_indices.strides[0] + c * to_indices.strides[1];
        store(to_indices.dtype, from, n, at, to_indices.strides[1]);
      }
    }
  }
  return outs;
}

}  // namespace torch::executor::native
