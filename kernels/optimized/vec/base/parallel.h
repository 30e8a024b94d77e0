// Parallel loops; without a thread pool, they run on the calling thread.
#pragma once

#include "vec/base/pool.h"

#include <algorithm>
#include <cstddef>

namespace etk::vec {

/// The upper bound on the number of threads that have their own temporary memory; 1 without a thread pool.
#ifdef ET_USE_THREADPOOL
constexpr size_t kMostMemories = 16;
#else
constexpr size_t kMostMemories = 1;
#endif

/// Calls f(begin, end, thread) for disjoint parts that cover [0, count); `thread` is less than `most`. `cost`
/// is the number of elementary operations per index. Results must not depend on the parts, because the parts
/// depend on the number of threads and on time.
template <typename F>
void parallel_on([[maybe_unused]] size_t most, size_t count, [[maybe_unused]] size_t cost, const F& f) {
#ifdef ET_USE_THREADPOOL
  const size_t work = count * cost;
  if (count > 1 && most > 1 && is_divided(work)) {
    const size_t threads = std::min({thread_count(), most, count, kMostThreads});
    if (threads > 1) {
      // The last parts are waited for, so that no part may be long.
      constexpr size_t kPartsOfThread = 8, kLongPart = kGrain / 2;
      const size_t most_parts = std::max(threads * kPartsOfThread, work / kLongPart);
      const size_t parts = std::min({count, most_parts, std::max(threads, work / kLeastWork)});
      threads::run_shares(count, parts, threads, f);
      return;
    }
  }
#endif
  if (count > 0) {
    f(size_t{0}, count, size_t{0});
  }
}

/// Calls f(begin, end) for such parts.
template <typename F>
void parallel(size_t count, size_t cost, const F& f) {
  parallel_on(kMostThreads, count, cost, [&f](size_t begin, size_t end, size_t) { f(begin, end); });
}

/// The number of threads that compute items, each with its own temporary memory, if there is memory for
/// `room` of them.
inline size_t memories_for(size_t items, size_t room = kMostMemories) {
  const size_t most = std::min({items, room, kMostMemories});
  return most > 1 ? std::min(thread_count(), most) : 1;
}

/// The same, but 1 if not each thread has an item and memory: threads then share each item.
inline size_t memories_for_all(size_t items, size_t room = kMostMemories) {
  const size_t memories = memories_for(items, room);
  return memories > 1 && memories < std::min(thread_count(), kMostMemories) ? 1 : memories;
}

/// Rounds a number of floats up, so that memories of that size share no cache line, nor the next one, which a
/// processor may fetch too.
constexpr size_t separate_floats(size_t floats) {
  return (floats + 31) / 32 * 32;
}

/// Calls f(item, memory) for each item. If there are several memories, each thread has its own; otherwise the
/// items are computed in sequence, each by all threads. `cost` is the cost of an item.
template <typename F>
void parallel_items(size_t items, size_t memories, size_t cost, const F& f) {
  if (memories == 1) {
    for (size_t i = 0; i < items; ++i) {
      f(i, size_t{0});
    }
    return;
  }
  parallel_on(memories, items, cost, [&](size_t begin, size_t end, size_t thread) {
    for (size_t i = begin; i < end; ++i) {
      f(i, thread);
    }
  });
}

/// The upper bound on the number of parts of parallel_parts.
constexpr size_t kMostRowParts = 64;

/// The number of elements of each part except the last.
inline size_t part_of_row(size_t n) {
  return n / kMostRowParts < kGrain ? kGrain : (n + kMostRowParts - 1) / kMostRowParts;
}

/// Sets partial[i] = f(begin, end) for parts of the elements [0, n) of a row. The parts do not depend on the
/// number of threads, so that results computed from them do not either. Returns the number of parts, which is
/// 0 if n is 0.
template <typename Value, typename F>
size_t parallel_parts(size_t n, Value (&partial)[kMostRowParts], const F& f) {
  const size_t part = part_of_row(n);
  const size_t parts = (n + part - 1) / part;
  parallel(parts, part, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      partial[i] = f(i * part, i + 1 < parts ? (i + 1) * part : n);
    }
  });
  return parts;
}

}  // namespace etk::vec
