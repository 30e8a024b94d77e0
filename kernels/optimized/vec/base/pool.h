// How threads of ExecuTorch's own thread pool share the work of a call, and which work is worth it. The app
// configures the threads; without a pool, there is one.
#pragma once

#include <executorch/runtime/kernel/thread_parallel_interface.h>

#include <cstddef>

#ifdef ET_USE_THREADPOOL
#include <executorch/runtime/core/function_ref.h>

#include "hwy/cache_control.h"

#include <atomic>
#include <chrono>

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

/// About 10 µs of work, in elementary operations. An elementary operation costs as much as reading, adding
/// and writing a float; a multiplication of a matrix product costs a 32nd of it. Tests set ETK_GRAIN, so that
/// small calls are divided as well.
#ifndef ETK_GRAIN
#define ETK_GRAIN 32768
#endif
constexpr size_t kGrain = ETK_GRAIN;

/// The least work that is divided among threads that wait for work, and that of a part: such a thread begins
/// within a microsecond. One that sleeps begins 20 to 60 µs later, and waking it takes the caller up to 20
/// µs.
constexpr size_t kLeastWork = kGrain / 4, kLeastWorkToWake = 3 * kGrain / 2;

/// The least work that is divided to keep threads from sleeping.
constexpr size_t kLeastWorkSoon = kLeastWork / 8;

/// The upper bound on the number of threads.
constexpr size_t kMostThreads = 64;

#ifdef ET_USE_THREADPOOL

namespace threads {

using Clock = std::chrono::steady_clock;

// When the pool last ended a call; 0 before the first call.
inline std::atomic<Clock::rep> last_end{0};

// Whether this thread computes a part of a call.
inline thread_local bool is_in_part = false;

// The least work that is divided now. The threads of the pool wait for work, for about 10 µs or longer,
// depending on the release and the processor, and then sleep.
inline size_t least_work() {
  constexpr Clock::duration kSleeps = std::chrono::microseconds(8), kSoon = std::chrono::microseconds(3);
  const Clock::rep last = last_end.load(std::memory_order_relaxed);
  const Clock::rep waited = last == 0 ? kSleeps.count() : Clock::now().time_since_epoch().count() - last;
  return waited >= kSleeps.count() ? kLeastWorkToWake : waited >= kSoon.count() ? kLeastWorkSoon : kLeastWork;
}

// The beginning of part i, if [0, count) is divided into equal parts.
inline size_t begin_of(size_t i, size_t parts, size_t count) {
  return count / parts * i + (i < count % parts ? i : count % parts);
}

// The share of a thread, in its own cache line: the parts that the thread begins with.
struct alignas(64) Share {
  std::atomic<size_t> next;
  size_t end;
};

// Waits until the other threads have completed their parts, but not for long: a thread that returns to the
// pool sleeps after 10 µs, and the caller too is woken late.
inline void wait_for_parts(const std::atomic<size_t>& left) {
  constexpr size_t kMostPauses = 2048;
  for (size_t i = 0; i < kMostPauses && left.load(std::memory_order_acquire) > 0; ++i) {
    hwy::Pause();
  }
}

// Calls f(begin, end, thread) for parts of [0, count). Each thread runs its own share, so that it finds in
// its cache the data of the previous call. Then it takes parts that other threads have not begun: a thread
// may wake late or may have lost its processor to another program, and the pool does not wait for threads
// that have not begun.
inline void run_shares(
    size_t count,
    size_t parts,
    size_t threads,
    executorch::runtime::FunctionRef<void(size_t, size_t, size_t)> f) {
  Share shares[kMostThreads];
  for (size_t i = 0; i < threads; ++i) {
    shares[i].next.store(begin_of(i, threads, parts), std::memory_order_relaxed);
    shares[i].end = begin_of(i + 1, threads, parts);
  }
  std::atomic<size_t> left{parts};
  const auto run = [&](int64_t begin, int64_t) {
    const auto own = static_cast<size_t>(begin);
    is_in_part = true;
    for (size_t i = 0; i < threads; ++i) {
      Share& share = shares[own + i < threads ? own + i : own + i - threads];
      for (size_t part; (part = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;) {
        f(begin_of(part, parts, count), begin_of(part + 1, parts, count), own);
        left.fetch_sub(1, std::memory_order_release);
      }
    }
    is_in_part = false;
    wait_for_parts(left);
  };
  (void)executorch::extension::parallel_for(0, static_cast<int64_t>(threads), 1, run);
  last_end.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
}

}  // namespace threads

#endif

/// The number of the app's threads; 1 within a part, because the pool does not answer before the last part
/// has ended.
inline size_t thread_count() {
#ifdef ET_USE_THREADPOOL
  return threads::is_in_part ? 1 : executorch::extension::rules_executorch::thread_count();
#else
  return 1;
#endif
}

/// Whether `work` elementary operations are worth dividing among several threads; false within a part.
inline bool is_divided([[maybe_unused]] size_t work) {
#ifdef ET_USE_THREADPOOL
  return work > kLeastWorkSoon && !threads::is_in_part &&
         (work > kLeastWorkToWake || work > threads::least_work());
#else
  return false;
#endif
}

}  // namespace etk::vec
