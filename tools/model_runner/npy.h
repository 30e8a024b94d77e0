// Reads NumPy's .npy files.
#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <cstdint>
#include <string>
#include <vector>

namespace model_runner {

/// An array in C order.
struct Npy {
  executorch::aten::ScalarType dtype;
  std::vector<int32_t> sizes;
  std::vector<uint8_t> data;
};

/// Reads a file. Returns what is wrong with it, or an empty string.
std::string read_npy(const std::string& path, Npy& npy);

}  // namespace model_runner
