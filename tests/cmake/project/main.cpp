// Prints every kernel that is registered.

#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

int main() {
  for (const auto& kernel : executorch::runtime::get_registered_kernels()) {
    std::puts(kernel.name_);
  }
  return 0;
}
