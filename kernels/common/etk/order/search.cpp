#include "etk/order/search.h"

#include "etk/base/chunk.h"
#include "etk/base/indices.h"
#include "etk/base/loop.h"

#include <limits>

namespace etk {
namespace {

// Whether there is one row for all values, or one row for each row of the values.
bool have_rows(const Tensor& sorted, const Tensor& values) {
  bool fit = sorted.dim() == 1 || (sorted.dim() > 1 && sorted.dim() == values.dim());
  for (ssize_t d = 0; fit && sorted.dim() > 1 && d + 1 < sorted.dim(); ++d) {
    fit = sorted.size(d) == values.size(d);
  }
  return fit;
}

// For each value, the first element of the row to search.
View rows_of(const Tensor& sorted, const Tensor& values) {
  View rows(sorted);
  const size_t last = rows.rank - 1;
  rows.strides[last] = 0;
  rows.sizes[last] = 1;
  if (rows.rank == 1) {
    rows.remove(0);
  }
  rows.broadcast_to(Shape(values));
  return rows;
}

}  // namespace

void SortedRow::read(int64_t i, void* value) const {
  const int64_t index = order ? read_index(ScalarType::Long, order + i * order_stride) : i;
  ChunkBuffer own;
  load(dtype, at + index * stride, 0, 1, own.bytes);
  cast(dtype, own.bytes, common, value, 1);
}

void run_search(
    Context& ctx,
    const Instances<SearchFunction>& instances,
    FindFunction faster,
    const Search& search,
    const Tensor& values,
    Tensor& out) {
  const Tensor& sorted = search.sorted;
  const ScalarType common = promoted(sorted, values);
  const SearchFunction place_of = instances.find(compute_of(common));
  ETK_REQUIRE(ctx, place_of && is_number(common), );
  for (const Tensor* tensor : {&sorted, &values, static_cast<const Tensor*>(&out)}) {
    ETK_REQUIRE(ctx, instances.selected.has(tensor->scalar_type()), );
  }
  ETK_REQUIRE(ctx, out.scalar_type() == (search.out_int32 ? ScalarType::Int : ScalarType::Long), );
  ETK_REQUIRE(ctx, have_rows(sorted, values), );
  const int64_t size = sorted.size(sorted.dim() - 1);
  ETK_REQUIRE(ctx, !search.out_int32 || size < std::numeric_limits<int32_t>::max(), );
  if (search.order) {
    const Tensor& order = *search.order;
    ETK_REQUIRE(ctx, order.scalar_type() == ScalarType::Long && order.sizes().equals(sorted.sizes()), );
    ETK_REQUIRE(ctx, are_indices(order, 0, size), );
  }
  if (!resize(ctx, out, Shape(values)) || (faster && faster(search, values, out))) {
    return;
  }
  const auto stride_of = [](const Tensor& tensor) {
    const View view(tensor);
    return view.strides[view.rank - 1];
  };
  const View to(out);
  Loop loop(to);
  loop.add(to);
  loop.add(View(values));
  loop.add(rows_of(sorted, values));
  SortedRow row{sorted.scalar_type(), common, nullptr, stride_of(sorted), nullptr, 0, size};
  if (search.order) {
    loop.add(rows_of(*search.order, values));
    row.order_stride = stride_of(*search.order);
  }
  Source source(values.scalar_type(), common);
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    row.at = cursor.at(2);
    row.order = search.order ? cursor.at(3) : nullptr;
    const int64_t place = place_of(row, source.read(cursor.at(1), 0, 1), search.right);
    store(out.scalar_type(), &place, 1, cursor.at(0), 0);
  }
}

}  // namespace etk
