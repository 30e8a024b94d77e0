// A pool of one thread.
#include <executorch/runtime/kernel/thread_parallel_interface.h>

namespace executorch::extension {

bool parallel_for(int64_t begin, int64_t end, int64_t, runtime::FunctionRef<void(int64_t, int64_t)> f) {
  f(begin, end);
  return true;
}

}  // namespace executorch::extension
