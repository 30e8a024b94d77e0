// Groups of elements at equal distances in two views.
#pragma once

#include "etk/base/loop.h"
#include "vec/base/parallel.h"

namespace etk::vec {

/// Calls f(from, to, count) for parts of the runs of a loop over two views, `to` and `from`, with as many
/// elements at a time as have equal distances, because computing the address of an element takes as long as
/// copying it. `cost` is the cost of an element.
template <typename F>
void parallel_groups(const Loop& loop, size_t cost, const F& f) {
  size_t all = 1;
  for (size_t d = 0; d < loop.rank(); ++d) {
    all *= loop.size(d);
  }
  parallel(all, cost, [&](size_t begin, size_t end) {
    const size_t run = begin / loop.inner_size();
    Cursor cursor(loop, run);
    cursor.step(begin - run * loop.inner_size());
    for (size_t count; begin < end; begin += count) {
      count = cursor.left() < end - begin ? cursor.left() : end - begin;
      f(cursor.at(1), cursor.at(0), count);
      cursor.step(count);
    }
  });
}

}  // namespace etk::vec
