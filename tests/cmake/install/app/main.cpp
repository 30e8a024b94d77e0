// Prints which of two kernels are registered: when the app starts, and when it has asked for those of a
// library.

#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

#include "register_more_kernels.h"

namespace {

void print() {
  for (const char* name : {"aten::add.out", "aten::mul.out"}) {
    std::printf("%s %d\n", name, executorch::runtime::registry_has_op_function(name));
  }
}

}  // namespace

int main() {
  print();
  const auto error = torch::executor::register_more_kernels();
  print();
  return error == executorch::runtime::Error::Ok ? 0 : 1;
}
