// Threads, as the app has set them up in ExecuTorch's own thread pool; without one, loops run where they are.
#pragma once

#include <executorch/runtime/kernel/thread_parallel_interface.h>

#include <cstddef>

#ifdef ET_USE_THREADPOOL
#include <executorch/runtime/core/function_ref.h>

#include <atomic>

// Not every release has get_thread_count() in executorch::extension. A call from a namespace in there finds
// it, or else this one, which counts what the pool divides a long range into: a part for each thread.
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

/// The most parts that work with memory of its own for each part is split into; 1 without a thread pool.
#ifdef ET_USE_THREADPOOL
constexpr size_t kMostParts = 16;
#else
constexpr size_t kMostParts = 1;
#endif

/// Work in elementary operations that is worth a part of its own: those of about 10 µs. One costs what it
/// takes to read, add and write a float, and a multiplication of a product a 32nd of it. To hand work to a
/// thread takes a fraction of a microsecond, or 20 µs if it has to be woken.
constexpr size_t kGrain = 32768;

#ifdef ET_USE_THREADPOOL

namespace threads {

constexpr size_t kMostThreads = 64;

// Where part i of as many of [0, count) begins, that are as large as each other.
inline size_t begin_of(size_t i, size_t parts, size_t count) {
  return count / parts * i + (i < count % parts ? i : count % parts);
}

// The parts that a thread begins with, in a cache line of its own.
struct alignas(64) Share {
  std::atomic<size_t> next;
  size_t end;
};

// Each thread runs its own share, so that it finds in its cache what it has left there in the call before.
// Then it takes what others have not begun: one may wake late, or have lost its processor to another program,
// and the pool waits for no thread that has not begun.
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

/// How many threads the app has. Not for parts: the pool does not answer before the last of them has ended.
inline size_t thread_count() {
#ifdef ET_USE_THREADPOOL
  return executorch::extension::rules_executorch::thread_count();
#else
  return 1;
#endif
}

/// Calls f(begin, end) for parts of [0, count) that are together all of it. `cost` is the number of
/// elementary operations of one index. Results must not depend on the parts, which depend on the threads.
template <typename F>
void parallel(size_t count, [[maybe_unused]] size_t cost, const F& f) {
#ifdef ET_USE_THREADPOOL
  constexpr size_t kPartsOfThread = 8;
  // A small call is not divided at all: that takes as long as many of them compute.
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

/// How many of some items are computed at a time, each with memory of its own, of which there is enough for
/// `room` of them: 1 if threads would be without.
inline size_t parts_for(size_t items, size_t room) {
  const size_t least = items < room ? items : room, parts = least < kMostParts ? least : kMostParts;
  const size_t threads = parts > 1 ? thread_count() : 1;
  return threads > 1 && parts >= threads ? parts : 1;
}

/// Calls f(item, part, is_part) for each item. With several parts, each of which has memory of its own,
/// threads take as many items each and compute them by themselves, as `is_part` tells; else one item after
/// the other is. `cost` is that of an item.
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

/// The most parts of parallel_parts.
constexpr size_t kMostRowParts = 64;

/// Elements of each of them but the last.
inline size_t part_of_row(size_t n) {
  return n / kMostRowParts < kGrain ? kGrain : (n + kMostRowParts - 1) / kMostRowParts;
}

/// Sets partial[i] = f(begin, end) for parts of the elements [0, n) of a row, which do not depend on the
/// number of threads, so that what is made of them does not either. Returns how many there are, which of no
/// elements is none.
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
