#include "vec/copy.h"

#include "etk/loop.h"
#include "vec/copy_planes.h"
#include "vec/elements.h"
#include "vec/groups.h"
#include "vec/layout.h"
#include "vec/lines.h"

#include <algorithm>
#include <cstring>

namespace etk::vec {
namespace {

// A single run, by parts of it.
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

// Has the first of some short runs follow itself: what has been written is copied, each time twice as much,
// up to what the first cache keeps.
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
  // The runs of this loop are those of the other that lie at equal distances.
  const Loop lines(loop, outer + 1);
  parallel_groups(lines, n, [&](const char* from, char* to, size_t count) {
    Lines some = one;
    some.from = from;
    some.to = to;
    some.count = is_repeated ? 1 : count;
    copy_lines(some, element_size);
    if (is_repeated) {
      repeat_run(to, bytes, count);
    }
  });
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

// Of as many elements.
void copy_array(const View& from, const View& to) {
  const size_t size = to.element_size;
  parallel(to.numel(), 1, [&](size_t begin, size_t end) {
    copy_bytes(from.data + begin * size, (end - begin) * size, to.data + begin * size);
  });
}

// Runs of as many bytes as a larger element has are such elements. False if there are none.
bool join_elements(View& from, View& to) {
  size_t d = to.rank;
  while (d > 0 && to.sizes[d - 1] == 1) {
    --d;
  }
  const size_t size = to.element_size, bytes = d > 0 ? size * static_cast<size_t>(to.sizes[d - 1]) : 0;
  for (View* view : {&from, &to}) {
    if ((bytes != 4 && bytes != 8) || bytes == size || view->strides[d - 1] != static_cast<ptrdiff_t>(size)) {
      return false;
    }
  }
  for (View* view : {&from, &to}) {
    view->remove(d - 1);
    view->element_size = bytes;
  }
  return true;
}

// Copies, where blocks of short runs of one element are repeated, one block and then that; false if there are
// none.
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

void copy_views(const View& from, const View& to) {
  if (!with_size(to.element_size, [&](auto element) { copy_elements<decltype(element)>(from, to); })) {
    etk::copy(from, to);
  }
}

}  // namespace

void copy(const View& from, const View& to) {
  // Most are, and short ones take twice as long where loops are set up for them.
  if (are_arrays(from, to)) {
    return copy_array(from, to);
  }
  if (from.dtype != to.dtype) {
    return etk::copy(from, to);
  }
  if (to.numel() == 0 || copy_block(from, to)) {
    return;
  }
  View joined_from = from, joined_to = to;
  join_elements(joined_from, joined_to) ? copy_views(joined_from, joined_to) : copy_views(from, to);
}

void reshape(const View& from, const View& to) {
  are_arrays(from, to) ? copy_array(from, to) : etk::reshape(from, to);
}

}  // namespace etk::vec
