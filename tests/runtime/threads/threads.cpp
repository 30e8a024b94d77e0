// Adds up ranges by the runtime's thread pool, which optimized kernels use.

#include <executorch/extension/threadpool/threadpool.h>
#include <executorch/runtime/kernel/thread_parallel_interface.h>
#include <executorch/runtime/platform/runtime.h>

#include <atomic>
#include <cstdint>
#include <cstdio>

int main() {
  executorch::runtime::runtime_init();
  std::atomic<int64_t> total{0};
  const bool ran = executorch::extension::parallel_for(
      0, 100, 1, [&](int64_t begin, int64_t end) { total += end - begin; });
  const bool has_threads = executorch::extension::threadpool::get_threadpool()->get_thread_count() > 0;
  std::printf("%d %d %d\n", ran, has_threads, static_cast<int>(total));
  return 0;
}
