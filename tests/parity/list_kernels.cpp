// Loaded into an app: when the app ends, prints every kernel that is registered in it, a line each.

#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

namespace {

struct ListAtExit {
  ~ListAtExit() {
    for (const auto& kernel : executorch::runtime::get_registered_kernels()) {
      const char* key = kernel.kernel_key_.data();
      std::fprintf(stderr, "registered %s %s\n", kernel.name_, key ? key : "default");
    }
  }
} list_at_exit;

}  // namespace
