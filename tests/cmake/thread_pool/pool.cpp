// A pool of one thread.
#include <executorch/runtime/kernel/thread_parallel_interface.h>

namespace executorch::extension {

bool parallel_for(int64_t begin, int64_t end, int64_t, runtime::FunctionRef<void(int64_t, int64_t)> f) {
  f(begin, end);
  return true;
}

int64_t get_thread_count() {
  return 1;
}

}  // namespace executorch::extension
