// Threads, as the app has set them up in ExecuTorch's own thread pool; without one, loops run where they are.
#pragma once

#include <executorch/runtime/kernel/thread_parallel_interface.h>

#include <cstddef>

namespace etk::vec {

/// The most parts that work with memory of its own for each part is split into; 1 without a thread pool.
#ifdef ET_USE_THREADPOOL
constexpr size_t kMostParts = 16;
#else
constexpr size_t kMostParts = 1;
#endif

/// Work in elementary operations that is worth another thread: those of about 10 µs. One costs what it takes
/// to read, add and write a float, and a multiplication of a product a 32nd of it. To hand work to a thread
/// takes a fraction of a microsecond, or 20 µs if it has to be woken.
constexpr size_t kGrain = 32768;

/// Calls f(begin, end) for parts of [0, count) that are together all of it, and as large as each other.
/// `cost` is the number of elementary operations of one index.
template <typename F>
void parallel(size_t count, size_t cost, const F& f) {
  const size_t worth = count / (cost >= kGrain ? 1 : kGrain / (cost ? cost : 1));
  const auto threads = worth > 1 ? static_cast<size_t>(executorch::extension::get_thread_count()) : 1;
  const size_t parts = worth < threads ? worth : threads;
  if (parts <= 1) {
    if (count > 0) {
      f(size_t{0}, count);
    }
    return;
  }
  const auto part = [&f](int64_t begin, int64_t end) {
    f(static_cast<size_t>(begin), static_cast<size_t>(end));
  };
  const size_t grain = (count + parts - 1) / parts;
  (void)executorch::extension::parallel_for(
      0, static_cast<int64_t>(count), static_cast<int64_t>(grain), part);
}

}  // namespace etk::vec
