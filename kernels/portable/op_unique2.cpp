// _unique2(self) = the different elements in ascending order, which of them each element is, and how many
// are equal to each
#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"
#include "etk/order/elements_by_key.h"

#include <tuple>

namespace torch::executor::native {
using namespace etk;

static constexpr char kUnique2[] = "_unique2.out";

namespace {

// The elements of a tensor in order, followed by the number of each element's distinct value, by index.
struct Ranks {
  Ranked* ranked;
  int64_t* which;
  size_t count, different;
};

// A loop over a tensor's elements in row-major order.
Loop row_by_row(const View& view) {
  Loop loop(view);
  loop.add(view);
  loop.simplify(/*keep_order=*/true);
  return loop;
}

void rank_elements(const View& from, Ranks& ranks) {
  const Loop loop = row_by_row(from);
  int64_t index = 0;
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = cursor.left();
    set_keys(from.dtype, cursor.at(0), loop.inner_stride(0), n, index, ranks.ranked + index);
    index += static_cast<int64_t>(n);
    cursor.step(n);
  }
  sort_keys(ranks.ranked, ranks.count);
  ranks.different = 0;
  for (size_t i = 0; i < ranks.count; ++ranks.different) {
    for (const size_t end = i + count_equal(from.dtype, ranks.ranked + i, ranks.count - i); i < end; ++i) {
      ranks.which[ranks.ranked[i].index] = static_cast<int64_t>(ranks.different);
    }
  }
}

// Writes the distinct elements, and the count of each.
void set_different(const Ranks& ranks, const View& values, const View* counts) {
  size_t i = 0;
  for (int64_t place = 0; place < values.sizes[0]; ++place) {
    const size_t count = count_equal(values.dtype, ranks.ranked + i, ranks.count - i);
    store_of_key(values.dtype, ranks.ranked[i].key, values.data + place * values.strides[0]);
    if (counts) {
      const auto number = static_cast<int64_t>(count);
      store(ScalarType::Long, &number, 1, counts->data + place * counts->strides[0], 0);
    }
    i += count;
  }
}

void set_inverse(const Ranks& ranks, const View& inverse) {
  const Loop loop = row_by_row(inverse);
  const int64_t* which = ranks.which;
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    store(ScalarType::Long, which++, 1, cursor.at(0), 0);
  }
}

Shape line_of(size_t size) {
  Shape shape;
  shape.push_back(static_cast<int64_t>(size));
  return shape;
}

}  // namespace

std::tuple<Tensor&, Tensor&, Tensor&> _unique2_out(
    Context& ctx,
    const Tensor& self,
    bool sorted,
    bool return_inverse,
    bool return_counts,
    Tensor& out0,
    Tensor& out1,
    Tensor& out2) {
  (void)sorted;  // the result is always sorted
  const std::tuple<Tensor&, Tensor&, Tensor&> outs(out0, out1, out2);
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kUnique2>(self, out1, out2)) && compute_of(dtype) != Compute::kNone, outs);
  ETK_REQUIRE(ctx, out0.scalar_type() == dtype && out1.scalar_type() == ScalarType::Long, outs);
  ETK_REQUIRE(ctx, out2.scalar_type() == ScalarType::Long, outs);
  Ranks ranks{nullptr, nullptr, static_cast<size_t>(self.numel()), 0};
  if (ranks.count > 0) {
    const size_t bytes = ranks.count * (sizeof(Ranked) + sizeof(int64_t));
    ranks.ranked = static_cast<Ranked*>(allocate(ctx, bytes, alignof(Ranked)));
    if (!ranks.ranked) {
      return outs;
    }
    ranks.which = reinterpret_cast<int64_t*>(ranks.ranked + ranks.count);
    rank_elements(View(self), ranks);
  }
  const Shape inverse = return_inverse ? Shape(self) : line_of(0);
  const Shape counts = line_of(return_counts ? ranks.different : 0);
  if (!resize(ctx, out0, line_of(ranks.different)) || !resize(ctx, out1, inverse) ||
      !resize(ctx, out2, counts)) {
    return outs;
  }
  const View counted(out2);
  set_different(ranks, View(out0), return_counts ? &counted : nullptr);
  if (return_inverse) {
    set_inverse(ranks, View(out1));
  }
  return outs;
}

}  // namespace torch::executor::native
