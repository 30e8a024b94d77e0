// index_reduce(self, dim, index, source): self, where each place along dim is reduced with the slices of
// source whose index is that place: their product, mean, largest or smallest, with or without the slice of
// self
#include "etk/base/chunk.h"
#include "etk/base/copy.h"
#include "etk/base/indices.h"
#include "etk/base/loop.h"
#include "etk/index/mean_of.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kIndexReduce[] = "index_reduce.out";

namespace {

enum class IndexReduce : uint8_t { kProd, kMean, kMax, kMin, kNone };

IndexReduce index_reduce_of(executorch::aten::string_view name) {
  const char* const names[] = {"prod", "mean", "amax", "amin"};
  uint8_t i = 0;
  while (i < 4 && name != executorch::aten::string_view(names[i])) {
    ++i;
  }
  return static_cast<IndexReduce>(i);
}

// Reduces each element of a slice with an element of another slice. If the count is greater than 0, divides
// each element by it instead.
using SliceFunction = void (*)(IndexReduce reduce, const View& from, int64_t count, const View& to);

template <typename C>
C reduced(IndexReduce reduce, C a, C b) {
  const auto x = static_cast<Wrapping<C>>(a), y = static_cast<Wrapping<C>>(b);
  switch (reduce) {
    case IndexReduce::kProd:
      return static_cast<C>(x * y);
    case IndexReduce::kMax:
      return a != a || a > b ? a : b;
    case IndexReduce::kMin:
      return a != a || a < b ? a : b;
    default:
      return static_cast<C>(x + y);
  }
}

template <typename C>
void reduce_slice(IndexReduce reduce, const View& from, int64_t count, const View& to) {
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    C a, b;
    load(to.dtype, cursor.at(0), 0, 1, &a);
    load(to.dtype, cursor.at(1), 0, 1, &b);
    a = count > 0 ? mean_of(to.dtype, a, count) : reduced(reduce, a, b);
    store(to.dtype, &a, 1, cursor.at(0), 0);
  }
}

// The indices, one for each slice of the source.
struct SliceIndices {
  explicit SliceIndices(const Tensor& index) : view(index), count(static_cast<int64_t>(view.numel())) {}

  int64_t at(int64_t i) const {
    return read_index(view.dtype, view.data + (view.rank > 0 ? i * view.strides[0] : 0));
  }
  // The number of occurrences of this index among the first `end`.
  int64_t count_of(int64_t place, int64_t end) const {
    int64_t found = 0;
    for (int64_t i = 0; i < end; ++i) {
      found += at(i) == place;
    }
    return found;
  }

  View view;
  int64_t count;
};

// A tensor without dimensions is treated as one dimension of size 1.
View with_a_dim(const Tensor& tensor) {
  View view(tensor);
  if (view.rank == 0) {
    view.insert(0);
  }
  return view;
}

bool are_slices_of(const Tensor& self, size_t d, const Tensor& index, const Tensor& source) {
  if (index.dim() > 1 || source.dim() != self.dim() || with_a_dim(source).sizes[d] != index.numel()) {
    return false;
  }
  for (size_t i = 0; i < static_cast<size_t>(self.dim()); ++i) {
    if (i != d && source.size(i) != self.size(i)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Tensor& index_reduce_out(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    const Tensor& index,
    const Tensor& source,
    executorch::aten::string_view reduce,
    bool include_self,
    Tensor& out) {
  static constexpr auto instances =
      instantiate<kIndexReduce, kNumbers, SliceFunction>([](auto c) { return reduce_slice<decltype(c)>; });
  const ScalarType dtype = self.scalar_type();
  const SliceFunction function = instances.find(dtype);
  const IndexReduce kind = index_reduce_of(reduce);
  const auto d = wrap_dim(dim, self.dim());
  ETK_REQUIRE(ctx, function && is_number(dtype) && kind != IndexReduce::kNone && d, out);
  ETK_REQUIRE(ctx, source.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, accepts<kIndexReduce>(index) && are_slices_of(self, *d, index, source), out);
  ETK_REQUIRE(ctx, are_indices(index, 0, with_a_dim(self).sizes[*d]) && are_apart(index, out), out);
  if (!resize(ctx, out, Shape(self))) {
    return out;
  }
  const View from = with_a_dim(source), to = with_a_dim(out);
  copy(with_a_dim(self), to);
  const SliceIndices indices(index);
  const auto slice_of = [&](View view, int64_t at) {
    view.slice(*d, at, 1);
    return view;
  };
  for (int64_t i = 0; i < indices.count; ++i) {
    const View slice = slice_of(from, i), place = slice_of(to, indices.at(i));
    if (!include_self && indices.count_of(indices.at(i), i) == 0) {
      copy(slice, place);
    } else {
      function(kind, slice, 0, place);
    }
  }
  for (int64_t i = 0; kind == IndexReduce::kMean && i < indices.count; ++i) {
    const int64_t count = indices.count_of(indices.at(i), indices.count) + (include_self ? 1 : 0);
    if (indices.count_of(indices.at(i), i) == 0) {
      const View place = slice_of(to, indices.at(i));
      function(kind, place, count, place);
    }
  }
  return out;
}

}  // namespace torch::executor::native
