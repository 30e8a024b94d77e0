#include "vec/move/copy.h"

#include "etk/base/loop.h"
#include "vec/base/elements.h"
#include "vec/base/layout.h"
#include "vec/move/copy_planes.h"
#include "vec/move/groups.h"
#include "vec/move/lines.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// Copies a single run in parts.
void copy_long_run(const Loop& loop, size_t element_size) {
  const ptrdiff_t to_stride = loop.inner_stride(0), from_stride = loop.inner_stride(1);
  const Cursor start(loop);
  parallel(loop.inner_size(), 1, [&](size_t begin, size_t end) {
    const auto first = static_cast<ptrdiff_t>(begin);
    const char* from = start.at(1) + first * from_stride;
    char* to = start.at(0) + first * to_stride;
    copy_lines({from, from_stride, 0, to, to_stride, 0, end - begin, 1}, element_size);
  });
}

// Repeats the first of several short runs: copies what has been written, doubling the size each time, up to
// the size of the first-level cache.
void repeat_run(char* to, size_t bytes, size_t times) {
  constexpr size_t kMost = 4096;
  const size_t end = bytes * times;
  for (size_t done = bytes, more; done < end; done += more) {
    more = std::min({done, end - done, kMost / bytes * bytes});
    std::memcpy(to + done, to, more);
  }
}

void copy_runs(const Loop& loop, size_t element_size) {
  if (loop.rank() < 2) {
    return copy_long_run(loop, element_size);
  }
  constexpr size_t kShort = 256, kMany = 8;
  const size_t n = loop.inner_size(), outer = loop.rank() - 2, bytes = n * element_size;
  Lines one{};
  one.from_stride = loop.inner_stride(1);
  one.to_stride = loop.inner_stride(0);
  one.from_line = loop.stride(1, outer);
  one.to_line = loop.stride(0, outer);
  one.n = n;
  const auto size = static_cast<ptrdiff_t>(element_size);
  const bool is_repeated = bytes <= kShort && loop.size(outer) >= kMany && one.from_line == 0 &&
                           one.from_stride == size && one.to_stride == size &&
                           one.to_line == static_cast<ptrdiff_t>(bytes);
  const auto copy_some = [&](const char* from, char* to, size_t count) {
    Lines some = one;
    some.from = from;
    some.to = to;
    some.count = is_repeated ? 1 : count;
    copy_lines(some, element_size);
    if (is_repeated) {
      repeat_run(to, bytes, count);
    }
  };
  if (outer == 0 && !is_divided(loop.size(0) * n)) {
    const Cursor start(loop);
    return copy_some(start.at(1), start.at(0), loop.size(0));
  }
  // Each run of the loop over outer dimensions is a group of runs at equal distances.
  parallel_groups(Loop(loop, outer + 1), n, copy_some);
}

template <typename T>
void copy_elements(const View& from, const View& to) {
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  loop.simplify();
  constexpr ptrdiff_t size = sizeof(T);
  if (loop.empty()) {
    return;
  }
  if (loop.inner_stride(0) == size && loop.inner_stride(1) > size) {
    for (size_t d = 0; d + 1 < loop.rank(); ++d) {
      if (loop.stride(1, d) == size) {
        return copy_planes<T>(loop, d, to, from);
      }
    }
  }
  copy_runs(loop, sizeof(T));
}

bool are_arrays(const View& from, const View& to) {
  return from.dtype == to.dtype && is_array(from, 0) && is_array(to, 0);
}

// Copies between views with the same number of elements.
void copy_array(const View& from, const View& to) {
  const size_t size = to.element_size;
  parallel(to.numel(), 1, [&](size_t begin, size_t end) {
    copy_bytes(from.data + begin * size, (end - begin) * size, to.data + begin * size);
  });
}

void copy_views(const View& from, const View& to) {
  if (!with_size(to.element_size, [&](auto element) { copy_elements<decltype(element)>(from, to); })) {
    etk::copy(from, to);
  }
}

// Whether all elements of a view, but along dimension d, are at multiples of a number of bytes.
bool are_at_multiples(const View& view, size_t d, size_t bytes) {
  bool are = reinterpret_cast<uintptr_t>(view.data) % bytes == 0;
  for (size_t i = 0; i < view.rank; ++i) {
    are = are && (i == d || view.sizes[i] == 1 || view.strides[i] % static_cast<ptrdiff_t>(bytes) == 0);
  }
  return are;
}

// The dimension whose runs have the size of a larger element, so that runs can be moved as such elements; the
// rank if there is none.
size_t find_joined(const View& from, const View& to) {
  size_t d = to.rank;
  while (d > 0 && to.sizes[d - 1] == 1) {
    --d;
  }
  if (d-- == 0) {
    return to.rank;
  }
  const auto size = static_cast<ptrdiff_t>(to.element_size), bytes = size * to.sizes[d];
  const bool joins = (bytes == sizeof(float) || bytes == sizeof(double)) && bytes != size &&
                     from.strides[d] == size && to.strides[d] == size;
  const bool are_elements = joins && are_at_multiples(from, d, static_cast<size_t>(bytes)) &&
                            are_at_multiples(to, d, static_cast<size_t>(bytes));
  return are_elements ? d : to.rank;
}

// Copies runs of dimension d as elements.
void copy_joined(View from, View to, size_t d) {
  const size_t bytes = to.element_size * static_cast<size_t>(to.sizes[d]);
  for (View* view : {&from, &to}) {
    view->remove(d);
    view->element_size = bytes;
  }
  copy_views(from, to);
}

// Copies views in which a block of short runs of one element is repeated: copies one block, then repeats it.
// False if the views have no such blocks.
bool copy_block(const View& from, const View& to) {
  constexpr size_t kShort = 64;
  const size_t last = to.rank > 0 ? to.rank - 1 : 0;
  size_t d = 0;
  while (d < last && (from.strides[d] != 0 || to.sizes[d] == 1)) {
    ++d;
  }
  if (d + 1 >= last || from.strides[last] != 0 || static_cast<size_t>(to.sizes[last]) > kShort ||
      !is_array(to, 0)) {
    return false;
  }
  const auto bytes = static_cast<size_t>(to.strides[d]), times = static_cast<size_t>(to.sizes[d]);
  const size_t all = to.numel() * to.element_size / bytes;
  View one_from = from, one_to = to;
  one_from.remove(d);
  one_to.remove(d);
  vec::copy(one_from, one_to);
  parallel(all, bytes / sizeof(float), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (i % times != 0) {
        std::memcpy(to.data + i * bytes, to.data + (i - i % times) * bytes, bytes);
      }
    }
  });
  return true;
}

}  // namespace

void copy(const View& from, const View& to) {
  // Most views are arrays, and for short ones, setting up loops would double the time.
  if (are_arrays(from, to)) {
    return copy_array(from, to);
  }
  if (from.dtype != to.dtype) {
    return etk::copy(from, to);
  }
  if (to.numel() == 0 || copy_block(from, to)) {
    return;
  }
  const size_t d = find_joined(from, to);
  d < to.rank ? copy_joined(from, to, d) : copy_views(from, to);
}

void reshape(const View& from, const View& to) {
  are_arrays(from, to) ? copy_array(from, to) : etk::reshape(from, to);
}

}  // namespace etk::vec
