// What the header says is registered, is.

#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/kernel/selected_max_kernel_num.h>

#include <cstdio>

namespace {

void mine(
    executorch::runtime::KernelRuntimeContext&, executorch::runtime::Span<executorch::runtime::EValue*>) {}

const auto registered =
    executorch::runtime::register_kernel(executorch::runtime::Kernel("registry_size::mine", mine));

}  // namespace

int main() {
  const size_t kernels = executorch::runtime::get_registered_kernels().size();
  std::printf("%zu registered, room for %d\n", kernels, EXECUTORCH_SELECTED_MAX_KERNEL_NUM);
  return registered == executorch::runtime::Error::Ok && kernels == EXECUTORCH_SELECTED_MAX_KERNEL_NUM ? 0
                                                                                                       : 1;
}
