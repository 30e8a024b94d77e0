// Sets the inputs of a method.
#pragma once

#include "tools/model_runner/array.h"

#include <executorch/runtime/executor/method.h>

#include <optional>
#include <string>
#include <vector>

namespace model_runner {

/// The inputs of a method, and the memory of those that are tensors.
class Inputs {
 public:
  /// Makes inputs of `arrays`, brought to the dtypes and dim orders that the method declares; without arrays,
  /// tensors are ones. There is one array for each input, or one for each that is a tensor: any other input
  /// keeps the value that the program was exported with, and takes no other. Returns what is wrong with the
  /// arrays, or an empty string.
  std::string prepare(executorch::runtime::Method& method, std::vector<Array> arrays);

  /// Gives them to the method. Returns what is wrong with them, or an empty string.
  std::string set(executorch::runtime::Method& method) const;

 private:
  struct Memory {
    Array array;
    std::vector<uint8_t> order;
    std::vector<int32_t> strides;
    std::optional<executorch::aten::TensorImpl> tensor;
  };

  std::vector<Memory> memory_;
  std::vector<executorch::runtime::EValue> values_;
};

}  // namespace model_runner
