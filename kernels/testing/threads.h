// The number of threads for kernels, for programs that call them: the environment variable
// KERNEL_HOST_THREADS.
#pragma once

#include <dlfcn.h>
#include <sched.h>
#include <sys/types.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace kernel_host {

/// Binds a thread (0: the calling one) to a processor, if a processor with that number exists. Linux only.
inline void bind_thread([[maybe_unused]] pid_t thread, [[maybe_unused]] size_t processor) {
#ifdef __linux__
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(processor % CPU_SETSIZE, &processors);
  sched_setaffinity(thread, sizeof(processors), &processors);
#endif
}

/// Binds each thread of this process to its own processor, so that short measurements do not depend on the
/// scheduler.
inline void bind_threads() {
  std::set<pid_t> threads;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", none)) {
    threads.insert(std::stoi(entry.path().filename().string()));
  }
  size_t next = 0;
  for (const pid_t thread : threads) {
    bind_thread(thread, next++);
  }
}

/// Resizes the runtime's thread pool, if it is linked or loaded, and binds its threads. The function is
/// declared here because the wheel lacks its header.
inline void set_threads(const std::vector<void*>& libraries) {
  const char* threads = std::getenv("KERNEL_HOST_THREADS");
  for (void* library : libraries) {
    void* get = dlsym(library, "_ZN10executorch9extension10threadpool14get_threadpoolEv");
    void* reset =
        dlsym(library, "_ZN10executorch9extension10threadpool10ThreadPool24_unsafe_reset_threadpoolEj");
    if (threads && get && reset) {
      void* pool = reinterpret_cast<void* (*)()>(get)();
      const auto count = static_cast<uint32_t>(std::strtoul(threads, nullptr, 10));
      reinterpret_cast<bool (*)(void*, uint32_t)>(reset)(pool, count);
    }
  }
  if (threads && std::strtoul(threads, nullptr, 10) > 1) {
    bind_threads();
  }
}

}  // namespace kernel_host
