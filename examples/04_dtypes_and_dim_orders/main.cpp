// Runs the model and says which kernels served it.
//
//   app MODEL.pte [CALLS.txt]
//
// With CALLS.txt, a kernel a line, returns 0 only if those have run, in that order.

#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>

#include <cstdio>
#include <fstream>

#include "calls.h"

using executorch::aten::ScalarType;
using executorch::extension::from_blob;
using executorch::extension::Module;

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: app MODEL.pte [CALLS.txt]\n");
    return 2;
  }
  float image[1 * 2 * 3 * 3] = {};
  float matrix[2 * 4] = {};
  executorch::aten::Half half[2 * 4] = {};
  int32_t counts[5] = {};
  Module module(argv[1]);
  const auto outputs = module.forward(
      {from_blob(image, {1, 2, 3, 3}), from_blob(matrix, {2, 4}), from_blob(half, {2, 4}, ScalarType::Half),
       from_blob(counts, {5}, ScalarType::Int)});
  if (!outputs.ok()) {
    std::printf("running the model failed with error 0x%x\n", static_cast<unsigned>(outputs.error()));
    return 1;
  }
  for (const std::string& name : example::calls()) {
    std::printf("%s\n", name.c_str());
  }
  if (argc > 2) {
    std::ifstream file(argv[2]);
    std::vector<std::string> expected;
    for (std::string line; std::getline(file, line);) {
      expected.push_back(line);
    }
    if (expected != example::calls()) {
      std::printf("these are not the kernels of %s\n", argv[2]);
      return 1;
    }
  }
  return 0;
}
