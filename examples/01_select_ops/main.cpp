// Runs relu(x · w + y) on a binary that has three kernels.
//
//   bazel run //examples/01_select_ops:app examples/models/add_mul_relu.pte

#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

using executorch::extension::from_blob;
using executorch::extension::Module;

int main(int argc, char** argv) {
  std::printf(
      "%zu kernels are registered, those of the runtime included\n",
      executorch::runtime::get_registered_kernels().size());
  Module module(argc > 1 ? argv[1] : "examples/models/add_mul_relu.pte");
  float x[] = {1, 2, 3, 4, 5, 6};
  float y[] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
  const auto outputs = module.forward({from_blob(x, {2, 3}), from_blob(y, {2, 3})});
  if (!outputs.ok()) {
    std::printf("running the model failed with error 0x%x\n", static_cast<unsigned>(outputs.error()));
    return 1;
  }
  const auto tensor = outputs->at(0).toTensor();
  double sum = 0;
  for (ssize_t i = 0; i < tensor.numel(); ++i) {
    sum += tensor.const_data_ptr<float>()[i];
  }
  std::printf("the outputs sum to %g\n", sum);
  return 0;
}
