// Prints every kernel that is registered, a line each: the operator and, if it has one, the key.

#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

#ifdef MANUAL
#include "RegisterKernels.h"
#endif

int main() {
#ifdef MANUAL
  std::printf("%zu before\n", executorch::runtime::get_registered_kernels().size());
  if (torch::executor::register_all_kernels() != executorch::runtime::Error::Ok) {
    return 1;
  }
#endif
  for (const auto& kernel : executorch::runtime::get_registered_kernels()) {
    const char* key = kernel.kernel_key_.data();
    std::printf("%s%s%s\n", kernel.name_, key ? " " : "", key ? key : "");
  }
  return 0;
}
