#include "etk/pool/planes.h"

#include "etk/base/loop.h"

namespace etk {

PlaneWindow::PlaneWindow(const View& from, const View& to, const View* indices, size_t rank)
    : from_(from), to_(to), indices_(indices), rank_(rank) {}

char* PlaneWindow::address(const View& view, char* plane, const Window::Index& at) const {
  for (size_t d = 0; d < rank_; ++d) {
    plane += at[d] * view.strides[view.rank - rank_ + d];
  }
  return plane;
}

void PlaneWindow::set(const void* value) {
  store(to_.dtype, value, 1, address(to_, to_plane_, place), 0);
}

bool PlaneWindow::Walk::next() {
  size_t d = window.rank_ - 1;
  const Span& line = window.spans_[d];
  if (n == 0) {
    for (size_t i = 0; i < window.rank_; ++i) {
      if (window.spans_[i].count <= 0) {
        return false;
      }
    }
  }
  // At the end of a line, continues with the next one.
  index[d] += static_cast<int64_t>(n);
  while (index[d] == window.spans_[d].count) {
    index[d] = 0;
    if (d == 0) {
      return false;
    }
    ++index[--d];
  }
  d = window.rank_ - 1;
  for (size_t i = 0; i <= d; ++i) {
    at[i] = window.spans_[i].first + index[i] * window.spans_[i].step;
  }
  n = chunk_of(static_cast<size_t>(line.count - index[d]));
  const View& from = window.from_;
  const ptrdiff_t stride = line.step * from.strides[from.rank - 1];
  load(from.dtype, window.address(from, window.from_plane_, at), stride, n, values.bytes);
  return true;
}

void run_planes(
    PlaneFunction function,
    const void* f,
    const Spans& spans,
    size_t rank,
    const View& from,
    const View& to,
    const View* indices) {
  // Batch and channels; without indices, the third view is unused.
  View outer[] = {to, from, indices ? *indices : to};
  for (View& view : outer) {
    view.rank -= rank;
  }
  Loop loop(outer[0]);
  for (const View& view : outer) {
    loop.add(view);
  }
  loop.simplify();
  Window::Index places = {1, 1, 1};
  bool any = true;
  for (size_t d = 0; d < rank; ++d) {
    places[d] = to.sizes[to.rank - rank + d];
    any &= places[d] > 0;
  }
  PlaneWindow window(from, to, indices, rank);
  for (Cursor cursor(loop); any && cursor.left(); cursor.step(1)) {
    window.to_plane_ = cursor.at(0);
    window.from_plane_ = cursor.at(1);
    window.index_plane_ = cursor.at(2);
    do {
      for (size_t d = 0; d < rank; ++d) {
        window.spans_[d] = spans.at(d, window.place[d]);
      }
      function(f, window);
    } while (advance(window.place, places));
  }
}

}  // namespace etk
