#include "etk/index/embedding_bag.h"
#include "etk/base/copy.h"

namespace etk {

bool BagList::are_offsets(int64_t end) const {
  int64_t last = 0;
  for (int64_t b = 0; b < size(); ++b) {
    const int64_t offset = (*this)[b];
    if (offset < last || offset > (b == 0 ? 0 : end)) {
      return false;
    }
    last = offset;
  }
  return true;
}

// Computes n values of a bag from column `first` on and, for the maximum, the indices that they come from.
void Bags::compute(int64_t bag, int64_t first, size_t n, double* results, int64_t* from) const {
  Source source(table.dtype, ScalarType::Double);
  bool empty = true;
  for (size_t c = 0; c < n; ++c) {
    results[c] = 0;
    from[c] = 0;
  }
  const int64_t last = end(bag);
  for (int64_t i = begin(bag); i < last; ++i) {
    const int64_t index = indices[i];
    if (index == padding_idx) {
      continue;
    }
    const double factor = factors ? read_double(factors->dtype, factors->data + i * factors->strides[0]) : 1;
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
  const double divisor = mode == kBagMean && !empty ? static_cast<double>(count_of(bag)) : 1;
  for (size_t c = 0; c < n; ++c) {
    results[c] /= divisor;
  }
}

void Bags::compute() const {
  const int64_t columns = table.sizes[1];
  for (int64_t b = 0; b < count; ++b) {
    for (int64_t c = 0; c < columns; c += static_cast<int64_t>(kChunk)) {
      const size_t n = chunk_of(static_cast<size_t>(columns - c));
      double results[kChunk];
      int64_t from[kChunk];
      compute(b, c, n, results, from);
      char* to = out.data + b * out.strides[0] + c * out.strides[1];
      write(ScalarType::Double, results, n, out.dtype, to, out.strides[1]);
      if (mode == kBagMax) {
        char* at = sources.data + b * sources.strides[0] + c * sources.strides[1];
        store(sources.dtype, from, n, at, sources.strides[1]);
      }
    }
  }
}

bool BagArguments::resize(const BagOuts& outs) const {
  const auto& [out, bag_of, sizes, sources] = outs;
  // For sums, PyTorch computes the outs for training only for doubles or with a padding index; otherwise they
  // are empty or zero.
  const bool maps = mode != kBagSum || padding_idx >= 0 || weight.scalar_type() == ScalarType::Double;
  const bool has_sizes = mode != kBagSum || trains;
  Shape shape, map_shape, size_shape;
  shape.push_back(count());
  shape.push_back(weight.size(1));
  map_shape.push_back(maps ? indices.size(0) : 0);
  size_shape.push_back(has_sizes ? count() : offsets.size(0));
  return etk::resize(out, shape) && etk::resize(bag_of, map_shape) && etk::resize(sizes, size_shape) &&
         etk::resize(sources, mode == kBagMax ? shape : size_shape);
}

void account_for_bags(const Bags& bags, const BagOuts& outs) {
  const BagList bag_of(std::get<1>(outs)), size_of(std::get<2>(outs)), other(std::get<3>(outs));
  const bool maps = bag_of.size() > 0;
  if (maps) {
    fill(bag_of.view, bags.count);
  }
  if (bags.mode == kBagSum) {
    fill(size_of.view, 0);
    fill(other.view, 0);
  }
  for (int64_t b = 0; b < bags.count; ++b) {
    const int64_t end = bags.end(b);
    for (int64_t i = bags.begin(b); i < end && maps; ++i) {
      bag_of.set(i, b);
    }
    if (bags.mode != kBagSum) {
      size_of.set(b, bags.count_of(b));
    }
    if (bags.mode == kBagMean) {
      other.set(b, size_of[b]);
    }
  }
}

}  // namespace etk
