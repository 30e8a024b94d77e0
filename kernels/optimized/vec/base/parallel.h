// Parallel loops on ExecuTorch's own thread pool, with the threads that the app has configured; without a
// pool, loops run on the calling thread.
#pragma once

#include <executorch/runtime/kernel/thread_parallel_interface.h>

#include <cstddef>

#ifdef ET_USE_THREADPOOL
#include <executorch/runtime/core/function_ref.h>

#include <atomic>

// Some releases of ExecuTorch lack get_thread_count() in executorch::extension. Name lookup from this nested
// namespace finds the runtime's function or, if it does not exist, the one below, which counts the parts into
// which the pool divides a long range: one per thread.
namespace executorch {

inline int64_t get_thread_count() {
  static const int64_t count = [] {
    std::atomic<int64_t> parts{0};
    (void)extension::parallel_for(0, int64_t{1} << 20, 1, [&](int64_t, int64_t) { ++parts; });
    return parts.load();
  }();
  return count;
}

namespace extension::rules_executorch {

inline size_t thread_count() {
  return static_cast<size_t>(get_thread_count());
}

}  // namespace extension::rules_executorch
}  // namespace executorch
#endif

namespace etk::vec {

/// The upper bound on the number of parts, if each part has its own temporary memory; 1 without a thread
/// pool.
#ifdef ET_USE_THREADPOOL
constexpr size_t kMostParts = 16;
#else
constexpr size_t kMostParts = 1;
#endif

/// The least work for a part, in elementary operations: about 10 µs. An elementary operation costs as much as
/// reading, adding and writing a float; a multiplication of a matrix product costs a 32nd of it. Handing work
/// to a thread takes a fraction of a microsecond, or 20 µs if the thread has to be woken. Tests set
/// ETK_GRAIN, so that small calls are divided as well.
#ifndef ETK_GRAIN
#define ETK_GRAIN 32768
#endif
constexpr size_t kGrain = ETK_GRAIN;

#ifdef ET_USE_THREADPOOL

namespace threads {

constexpr size_t kMostThreads = 64;

// The beginning of part i, if [0, count) is divided into equal parts.
inline size_t begin_of(size_t i, size_t parts, size_t count) {
  return count / parts * i + (i < count % parts ? i : count % parts);
}

// The share of a thread, in its own cache line: the parts that the thread begins with.
struct alignas(64) Share {
  std::atomic<size_t> next;
  size_t end;
};

// Each thread runs its own share, so that it finds in its cache the data of the previous call. Then it takes
// parts that other threads have not begun: a thread may wake late or may have lost its processor to another
// program, and the pool does not wait for threads that have not begun.
inline void run_shares(
    size_t count, size_t parts, size_t threads, executorch::runtime::FunctionRef<void(size_t, size_t)> f) {
  Share shares[kMostThreads];
  for (size_t i = 0; i < threads; ++i) {
    shares[i].next.store(begin_of(i, threads, parts), std::memory_order_relaxed);
    shares[i].end = begin_of(i + 1, threads, parts);
  }
  const auto run = [&](int64_t begin, int64_t) {
    const auto own = static_cast<size_t>(begin);
    for (size_t i = 0; i < threads; ++i) {
      Share& share = shares[own + i < threads ? own + i : own + i - threads];
      for (size_t part; (part = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;) {
        f(begin_of(part, parts, count), begin_of(part + 1, parts, count));
      }
    }
  };
  (void)executorch::extension::parallel_for(0, static_cast<int64_t>(threads), 1, run);
}

}  // namespace threads

#endif

/// The number of the app's threads. Do not call this within a part: the pool does not answer before the last
/// part has ended.
inline size_t thread_count() {
#ifdef ET_USE_THREADPOOL
  return executorch::extension::rules_executorch::thread_count();
#else
  return 1;
#endif
}

/// Calls f(begin, end) for disjoint parts that cover [0, count). `cost` is the number of elementary
/// operations per index. Results must not depend on the parts, because the parts depend on the number of
/// threads.
template <typename F>
void parallel(size_t count, [[maybe_unused]] size_t cost, const F& f) {
#ifdef ET_USE_THREADPOOL
  constexpr size_t kPartsOfThread = 8;
  // A small call is not divided: dividing it takes as long as computing it.
  const size_t worth = count * cost <= kGrain ? 1 : count / (cost >= kGrain ? 1 : kGrain / (cost ? cost : 1));
  if (worth > 1) {
    const size_t all = thread_count();
    const size_t most = all < threads::kMostThreads ? all : threads::kMostThreads;
    const size_t used = worth < most ? worth : most;
    if (used > 1) {
      const size_t parts = worth < used * kPartsOfThread ? worth : used * kPartsOfThread;
      threads::run_shares(count, parts, used, f);
      return;
    }
  }
#endif
  if (count > 0) {
    f(size_t{0}, count);
  }
}

/// The number of items that are computed at the same time, each with its own temporary memory, if there is
/// memory for `room` of them. 1 if there is not enough memory for each thread.
inline size_t parts_for(size_t items, size_t room) {
  const size_t least = items < room ? items : room, parts = least < kMostParts ? least : kMostParts;
  const size_t threads = parts > 1 ? thread_count() : 1;
  return threads > 1 && parts >= threads ? parts : 1;
}

/// Calls f(item, part, is_part) for each item. If there are several parts, each part has its own temporary
/// memory, and each thread computes whole items alone (`is_part` is true); otherwise the items are computed
/// in sequence. `cost` is the cost of an item.
template <typename F>
void parallel_items(size_t items, size_t parts, size_t cost, const F& f) {
  if (parts == 1) {
    for (size_t i = 0; i < items; ++i) {
      f(i, size_t{0}, /*is_part=*/false);
    }
    return;
  }
  const size_t share = (items + parts - 1) / parts;
  parallel(parts, share * cost, [&](size_t begin, size_t end) {
    for (size_t i = begin * share; i < items && i < end * share; ++i) {
      f(i, begin, /*is_part=*/true);
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
