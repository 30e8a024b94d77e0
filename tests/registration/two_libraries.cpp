// Two libraries with manual registration: the app says which is registered, and when.

#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

#include "register_first_ops_kernels.h"
#include "register_second_kernels.h"

using executorch::runtime::Error;
using executorch::runtime::registry_has_op_function;

namespace {

bool is(bool first, bool second, const char* when) {
  const bool has_first = registry_has_op_function("aten::add.out");
  const bool has_second =
      registry_has_op_function("aten::mul.out") && registry_has_op_function("aten::relu.out");
  std::printf("%s: first %d, second %d\n", when, has_first, has_second);
  return has_first == first && has_second == second;
}

}  // namespace

int main() {
  bool right = is(false, false, "when it starts");
  right &= torch::executor::register_second_kernels() == Error::Ok;
  right &= is(false, true, "after the second");
  right &= torch::executor::register_first_ops_kernels() == Error::Ok;
  right &= is(true, true, "after the first");
  return right ? 0 : 1;
}
