// Runs a model with inputs of ones, and says how long that takes.
//
//   app MODEL.pte [RUNS]

#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using executorch::extension::Module;
using executorch::extension::TensorPtr;
using executorch::runtime::EValue;

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s MODEL.pte [RUNS]\n", argv[0]);
    return 2;
  }
  Module module(argv[1]);
  const auto meta = module.method_meta("forward");
  if (!meta.ok()) {
    std::fprintf(stderr, "%s cannot be loaded\n", argv[1]);
    return 1;
  }
  std::vector<TensorPtr> tensors;
  std::vector<EValue> inputs;
  for (size_t i = 0; i < meta->num_inputs(); ++i) {
    const auto info = meta->input_tensor_meta(i);
    const std::vector<executorch::aten::SizesType> sizes(info->sizes().begin(), info->sizes().end());
    tensors.push_back(executorch::extension::ones(sizes, info->scalar_type()));
    inputs.emplace_back(tensors.back());
  }

  std::vector<double> milliseconds;
  const int runs = std::max(1, argc > 2 ? std::atoi(argv[2]) : 1);
  for (int run = 0; run <= runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const auto outputs = module.forward(inputs);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    if (!outputs.ok()) {
      std::fprintf(stderr, "running %s failed with 0x%x\n", argv[1], static_cast<unsigned>(outputs.error()));
      return 1;
    }
    if (run > 0) {  // The first loads the method.
      milliseconds.push_back(taken.count());
    }
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  std::printf("%s: %.3f ms\n", argv[1], milliseconds[milliseconds.size() / 2]);
  return 0;
}
