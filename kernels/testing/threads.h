// The number of threads that kernels get, for programs that call them: KERNEL_HOST_THREADS in the
// environment.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace kernel_host {

/// Resizes the thread pool of the runtime, if one is linked or loaded. The wheel has no header for it.
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
}

}  // namespace kernel_host
