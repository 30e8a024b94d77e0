// embedding_bag: reduces the rows of a table that each list of indices (bag) selects.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/indices.h"
#include "etk/elementwise/doubles.h"

#include <tuple>

namespace etk {

enum BagMode : int64_t { kBagSum, kBagMean, kBagMax };

/// A list of indices, divided into bags.
struct BagList {
  explicit BagList(const Tensor& tensor) : view(tensor) {}
  int64_t size() const {
    return view.sizes[0];
  }
  char* at(int64_t i) const {
    return view.data + i * view.strides[0];
  }
  int64_t operator[](int64_t i) const {
    return view.dtype == ScalarType::Long ? *reinterpret_cast<const int64_t*>(at(i))
                                          : read_index(view.dtype, at(i));
  }
  void set(int64_t i, int64_t value) const {
    if (view.dtype == ScalarType::Long) {
      *reinterpret_cast<int64_t*>(at(i)) = value;
    } else {
      store(view.dtype, &value, 1, at(i), 0);
    }
  }
  /// Whether the offsets begin at 0, never decrease, and do not exceed `end`.
  bool are_offsets(int64_t end) const;

  const View view;
};

/// A call with valid arguments and resized outs.
struct Bags {
  const View table;
  const BagList indices, offsets;
  const std::optional<View> factors;
  const int64_t mode, padding_idx, count;  // the number of bags
  const View out, sources;                 // `sources`, for the maximum: the indices that it comes from

  int64_t begin(int64_t bag) const {
    return offsets[bag];
  }
  int64_t end(int64_t bag) const {
    return bag + 1 < offsets.size() ? offsets[bag + 1] : indices.size();
  }
  /// The number of indices of a bag, without the padding index.
  int64_t count_of(int64_t bag) const {
    const int64_t last = end(bag);
    int64_t n = 0;
    for (int64_t i = begin(bag); i < last; ++i) {
      n += indices[i] != padding_idx;
    }
    return n;
  }
  void compute(int64_t bag, int64_t first, size_t n, double* results, int64_t* from) const;
  void compute() const;
};

/// A faster implementation that computes `out` and, for the maximum, `sources`. It returns false, without
/// writing anything, if it does not support the tensors.
using BagFunction = bool (*)(const Bags& bags);

using BagOuts = std::tuple<Tensor&, Tensor&, Tensor&, Tensor&>;

/// Sets the outs for training: the bag of each index, and the number of indices of each bag, for sums zeros.
/// The last out also has that number, unless it has the sources of a maximum.
void account_for_bags(const Bags& bags, const BagOuts& outs);

/// Whether all tensors are Int or Long.
template <typename... Tensors>
bool are_of_indices(const Tensors&... tensors) {
  return (... && (tensors.scalar_type() == ScalarType::Int || tensors.scalar_type() == ScalarType::Long));
}

/// Whether no out overlaps the tensor of indices or offsets.
template <typename... Outs>
bool are_apart_from(const Tensor& list, const Outs&... outs) {
  return (... && are_apart(list, outs));
}

/// The arguments of operator kOp, which is called for training if `trains`. `check` checks the indices.
struct BagArguments {
  const Tensor& weight;
  const Tensor& indices;
  const Tensor& offsets;
  int64_t mode;
  const std::optional<Tensor>& factors;
  bool include_last_offset;
  int64_t padding_idx;
  bool trains;

  template <const char* kOp>
  bool fit(IndicesFunction check, const BagOuts& outs) const {
    const auto& [out, bag_of, sizes, sources] = outs;
    const ScalarType dtype = weight.scalar_type();
    const BagList list(indices), starts(offsets);
    return accepts<kOp>(weight, indices, offsets) && is_floating(dtype) && weight.dim() == 2 &&
           indices.dim() == 1 && offsets.dim() == 1 && out.scalar_type() == dtype && mode >= kBagSum &&
           mode <= kBagMax && check(indices, 0, weight.size(0)) &&
           are_of_indices(bag_of, sizes, sources, offsets) &&
           are_apart_from(indices, out, bag_of, sizes, sources) &&
           are_apart_from(offsets, out, bag_of, sizes, sources) && starts.are_offsets(list.size()) &&
           (!include_last_offset || starts.size() > 0) &&
           (!factors || (mode == kBagSum && factors->scalar_type() == dtype && factors->dim() == 1 &&
                         factors->numel() == list.size()));
  }

  /// The number of bags.
  int64_t count() const {
    return offsets.size(0) - (include_last_offset ? 1 : 0);
  }
  bool resize(const BagOuts& outs) const;
};

/// Computes the outs; `faster` may be null.
template <const char* kOp>
ETK_INLINE BagOuts embedding_bag(Context& ctx, const BagArguments& arguments, const BagOuts& outs) {
  const auto check = faster_or<kOp>(etk::are_indices);
  ETK_REQUIRE(ctx, arguments.fit<kOp>(check, outs) && arguments.resize(outs), outs);
  const auto& [weight, indices, offsets, mode, factors, has_last, padding_idx, trains] = arguments;
  (void)has_last, (void)trains;
  const Bags bags{
      View(weight),
      BagList(indices),
      BagList(offsets),
      factors ? std::optional<View>(*factors) : std::nullopt,
      mode,
      padding_idx,
      arguments.count(),
      View(std::get<0>(outs)),
      View(std::get<3>(outs))};
  account_for_bags(bags, outs);
  if (!try_faster<kOp, BagFunction>(bags)) {
    bags.compute();
  }
  return outs;
}

}  // namespace etk
