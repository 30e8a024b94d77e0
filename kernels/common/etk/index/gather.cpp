#include "etk/index/gather.h"

#include "etk/base/loop.h"

namespace etk {
namespace {

// A tensor without dimensions is treated as one dimension of size 1.
View with_dims(const View& view) {
  View result = view;
  if (result.rank == 0) {
    result.insert(0);
  }
  return result;
}

// Narrows a view with dimensions to the sizes of the shape.
void cut(View& view, const Shape& shape) {
  if (view.rank == 0) {
    view.insert(0);
  }
  static_cast<Shape&>(view) = shape;
}

}  // namespace

void move_places(const NamedPlaces& places, bool gathers) {
  Loop loop(places.index);
  for (const View* view : {&places.whole, &places.each, &places.index}) {
    loop.add(*view);
  }
  loop.simplify(/*keep_order=*/true);
  const size_t size = places.whole.element_size;
  int64_t indices[kChunk];
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    load(places.index.dtype, cursor.at(2), loop.inner_stride(2), n, indices);
    for (size_t i = 0; i < n; ++i) {
      const auto steps = static_cast<ptrdiff_t>(i);
      char* const place = cursor.at(0) + steps * loop.inner_stride(0) + indices[i] * places.along;
      char* const other = cursor.at(1) + steps * loop.inner_stride(1);
      copy_elements(gathers ? place : other, 0, gathers ? other : place, 0, size, 1);
    }
    cursor.step(n);
  }
}

bool Places::read(const Tensor& tensor, int64_t dim, const Tensor& index) {
  const auto d = wrap_dim(dim, tensor.dim());
  const View whole = with_dims(View(tensor));
  index_ = with_dims(View(index));
  if (!d) {
    return false;
  }
  dim_ = *d;
  if (index_->numel() == 0) {
    return true;  // its shape and dtype do not matter
  }
  if (index_->rank != whole.rank) {
    return false;
  }
  for (size_t i = 0; i < whole.rank; ++i) {
    if (i != dim_ && index_->sizes[i] > whole.sizes[i]) {
      return false;
    }
  }
  return functions_.are_indices(index, 0, whole.sizes[dim_]);
}

bool Places::fit(const Tensor& other) const {
  const View each = with_dims(View(other));
  if (index_->numel() == 0) {
    return true;
  }
  bool fit = each.rank == index_->rank;
  for (size_t i = 0; fit && i < each.rank; ++i) {
    fit = index_->sizes[i] <= each.sizes[i];
  }
  return fit;
}

void Places::gather(const Tensor& from, Tensor& out) const {
  move(View(from), View(out), true);
}

void Places::scatter(const View& src, Tensor& out) const {
  move(View(out), src, false);
}

NamedPlaces Places::places_of(const View& whole, const View& each) const {
  NamedPlaces places{whole, each, *index_, dim_, 0};
  cut(places.whole, *index_);
  cut(places.each, *index_);
  places.along = places.whole.strides[dim_];
  places.whole.strides[dim_] = 0;
  return places;
}

void Places::move(const View& whole, const View& each, bool gathers) const {
  if (index_->numel() > 0) {
    functions_.move(places_of(whole, each), gathers);
  }
}

// For each row along the dimension, a block of the out is summed in the compute type and narrowed once, like
// in PyTorch. The block is the row itself if it needs no widening; otherwise it is as large as the temporary
// memory, with a pass over all indices for each block.
void Places::add(AddFunction add, void* totals, size_t room, const Tensor& src, Tensor& out) const {
  const View whole = with_dims(View(out));
  View rows[] = {whole, View(src), *index_};
  const size_t count = index_->sizes[dim_];
  const auto size = static_cast<size_t>(whole.sizes[dim_]);
  const ptrdiff_t stride = whole.strides[dim_];
  cut(rows[0], *index_);
  cut(rows[1], *index_);
  const ptrdiff_t src_stride = rows[1].strides[dim_], index_stride = index_->strides[dim_];
  for (View& row : rows) {
    row.remove(dim_);
  }
  Loop loop(rows[0]);
  for (const View& row : rows) {
    loop.add(row);
  }
  const bool is_direct = is_dense(whole.dtype, stride);
  Source source(whole.dtype, whole.dtype);
  int64_t indices[kChunk];
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    size_t part = 0;
    for (size_t start = 0; start < size; start += part) {
      part = is_direct || size - start < room ? size - start : room;
      char* const block = cursor.at(0) + static_cast<ptrdiff_t>(start) * stride;
      if (!is_direct) {
        load(whole.dtype, block, stride, part, totals);
      }
      for (size_t i = 0; i < count; i += kChunk) {
        const size_t n = chunk_of(count - i);
        const auto steps = static_cast<ptrdiff_t>(i);
        load(index_->dtype, cursor.at(2) + steps * index_stride, index_stride, n, indices);
        const void* values = source.read(cursor.at(1) + steps * src_stride, src_stride, n);
        void* const sums = is_direct ? block : totals;
        add(indices, values, n, static_cast<int64_t>(start), static_cast<int64_t>(part), sums);
      }
      if (!is_direct) {
        store(whole.dtype, totals, part, block, stride);
      }
    }
  }
}

}  // namespace etk
