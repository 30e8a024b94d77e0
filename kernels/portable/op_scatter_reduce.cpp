// scatter_reduce(self, dim, index, src): self, where each place along dim is reduced with the elements of src
// whose index is that place: their sum, product, mean, largest or smallest, with or without the element of
// self
#include "etk/base/chunk.h"
#include "etk/base/copy.h"
#include "etk/base/indices.h"
#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"
#include "etk/index/mean_of.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <limits>
#include <type_traits>

namespace torch::executor::native {
using namespace etk;

static constexpr char kScatterReduce[] = "scatter_reduce.two_out";

namespace {

enum class ScatterReduce : uint8_t { kSum, kProd, kMean, kMax, kMin, kNone };

ScatterReduce scatter_reduce_of(executorch::aten::string_view name) {
  const char* const names[] = {"sum", "prod", "mean", "amax", "amin"};
  uint8_t i = 0;
  while (i < 5 && name != executorch::aten::string_view(names[i])) {
    ++i;
  }
  return static_cast<ScatterReduce>(i);
}

// A part of a row of the out: elements from `first` on.
struct ScatterPart {
  ScatterReduce reduce;
  bool include_self;
  ScalarType dtype;
  int64_t first, size;
  char* out;  // of the first element
  ptrdiff_t out_stride;
  void* totals;     // memory for the values of the elements of a part
  int64_t* counts;  // and for their counts

  // The source.
  ScalarType index_dtype;
  const char *index, *src;
  ptrdiff_t index_stride, src_stride;
  int64_t count;
};

using ScatterFunction = void (*)(const ScatterPart& part);

template <typename C>
C scatter_reduced(ScatterReduce reduce, C a, C b) {
  const auto x = static_cast<Wrapping<C>>(a), y = static_cast<Wrapping<C>>(b);
  switch (reduce) {
    case ScatterReduce::kProd:
      return static_cast<C>(x * y);
    case ScatterReduce::kMax:
      return b > a || b != b ? b : a;
    case ScatterReduce::kMin:
      return b < a || b != b ? b : a;
    default:
      return static_cast<C>(x + y);
  }
}

template <typename C>
void scatter_part(const ScatterPart& part) {
  C* totals = static_cast<C*>(part.totals);
  for (int64_t i = 0; i < part.size; ++i) {
    part.counts[i] = part.include_self ? 1 : 0;
    load(part.dtype, part.out + i * part.out_stride, 0, 1, &totals[i]);
  }
  for (int64_t k = 0; k < part.count; ++k) {
    const int64_t i = read_index(part.index_dtype, part.index + k * part.index_stride) - part.first;
    if (i < 0 || i >= part.size) {
      continue;
    }
    C x;
    load(part.dtype, part.src + k * part.src_stride, 0, 1, &x);
    totals[i] = part.counts[i] == 0 ? x : scatter_reduced(part.reduce, totals[i], x);
    ++part.counts[i];
  }
  for (int64_t i = 0; i < part.size; ++i) {
    char* at = part.out + i * part.out_stride;
    store(part.dtype, &totals[i], 1, at, 0);
    if (part.reduce == ScatterReduce::kMean && part.counts[i] > 1) {
      // The sum wraps around, or is rounded, before the division.
      C sum;
      load(part.dtype, at, 0, 1, &sum);
      const C mean = mean_of(part.dtype, sum, part.counts[i]);
      store(part.dtype, &mean, 1, at, 0);
    }
  }
}

// A tensor without dimensions is treated as one dimension of size 1.
View at_least_1d(const Tensor& tensor) {
  View view(tensor);
  if (view.rank == 0) {
    view.insert(0);
  }
  return view;
}

}  // namespace

Tensor& scatter_reduce_two_out(
    Context& ctx,
    const Tensor& self,
    int64_t dim,
    const Tensor& index,
    const Tensor& src,
    executorch::aten::string_view reduce,
    bool include_self,
    Tensor& out) {
  static constexpr auto instances = instantiate<kScatterReduce, kNumbers, ScatterFunction>(
      [](auto c) { return scatter_part<decltype(c)>; });
  const ScalarType dtype = self.scalar_type();
  const ScatterFunction function = instances.find(dtype);
  ScatterPart part{};
  part.reduce = scatter_reduce_of(reduce);
  ETK_REQUIRE(ctx, function && !is_large_unsigned(dtype) && part.reduce != ScatterReduce::kNone, out);
  ETK_REQUIRE(ctx, dtype != ScalarType::Bool || part.reduce != ScatterReduce::kMean, out);
  ETK_REQUIRE(ctx, src.scalar_type() == dtype && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, instances.selected.has(index.scalar_type()), out);
  const auto d = wrap_dim(dim, self.dim());
  View from = at_least_1d(self), places = at_least_1d(index), sources = at_least_1d(src);
  ETK_REQUIRE(ctx, d && are_indices(index, 0, from.sizes[*d]) && are_apart(index, out), out);
  if (places.numel() > 0) {
    ETK_REQUIRE(ctx, places.rank == from.rank && sources.rank == from.rank, out);
    for (size_t i = 0; i < from.rank; ++i) {
      ETK_REQUIRE(ctx, places.sizes[i] <= sources.sizes[i], out);
      ETK_REQUIRE(ctx, i == *d || places.sizes[i] <= from.sizes[i], out);
    }
  }
  if (!resize(ctx, out, Shape(self))) {
    return out;
  }
  View to = at_least_1d(out);
  copy(from, to);
  if (places.numel() == 0) {
    return out;
  }
  part.include_self = include_self;
  part.dtype = dtype;
  part.out_stride = to.strides[*d];
  part.index_dtype = index.scalar_type();
  part.index_stride = places.strides[*d];
  part.src_stride = sources.strides[*d];
  part.count = places.sizes[*d];
  const int64_t size = to.sizes[*d];

  // A row is divided into parts that fit the temporary memory: one part if the row is short or the context
  // has memory for it.
  ChunkBuffer totals;
  int64_t counts[kChunk];
  part.totals = totals.bytes;
  part.counts = counts;
  int64_t room = kChunk;
  if (size > room) {
    const auto memory = ctx.allocate_temp(static_cast<size_t>(size) * 2 * sizeof(int64_t));
    if (memory.ok()) {
      part.counts = static_cast<int64_t*>(*memory);
      part.totals = part.counts + size;
      room = size;
    }
  }
  for (View* view : {&places, &sources, &to}) {
    view->remove(*d);
  }
  Loop loop(places);
  for (View* view : {&places, &sources, &to}) {
    for (size_t i = 0; i < places.rank; ++i) {
      view->sizes[i] = places.sizes[i];
    }
    loop.add(*view);
  }
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    part.index = cursor.at(0);
    part.src = cursor.at(1);
    for (part.first = 0; part.first < size; part.first += room) {
      part.size = size - part.first < room ? size - part.first : room;
      part.out = cursor.at(2) + part.first * part.out_stride;
      function(part);
    }
  }
  return out;
}

}  // namespace torch::executor::native
