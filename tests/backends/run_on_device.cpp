// Runs a model that adds on a device, and lists the kernels that copy its inputs and output there and back.
//
//   run_on_device MODEL.pte

#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>
#include <cstring>
#include <set>
#include <string>

static bool is_of_the_runtime(const char* name) {
  return std::strncmp(name, "executorch_prim::", 17) == 0 || std::strncmp(name, "aten::", 6) == 0;
}

int main(int, char** argv) {
  std::set<std::string> kernels;
  for (const auto& kernel : executorch::runtime::get_registered_kernels()) {
    if (!is_of_the_runtime(kernel.name_)) {
      kernels.insert(kernel.name_);
    }
  }
  if (kernels != std::set<std::string>{"et_copy::_d2h_copy.out", "et_copy::_h2d_copy.out"}) {
    for (const std::string& name : kernels) {
      std::printf("a kernel: %s\n", name.c_str());
    }
    return 1;
  }

  float a[] = {1, 2, 3, 4, 5, 6}, b[] = {10, 20, 30, 40, 50, 60};
  executorch::extension::Module module(argv[1]);
  const auto outputs = module.forward(
      {executorch::extension::from_blob(a, {2, 3}), executorch::extension::from_blob(b, {2, 3})});
  if (!outputs.ok()) {
    std::printf("failed with 0x%x\n", static_cast<unsigned>(outputs.error()));
    return 1;
  }
  const auto& sum = outputs.get()[0].toTensor();
  for (ssize_t i = 0; i < 6; ++i) {
    if (sum.numel() != 6 || sum.const_data_ptr<float>()[i] != a[i] + b[i]) {
      std::printf("element %zd is not the sum\n", i);
      return 1;
    }
  }
  return 0;
}
