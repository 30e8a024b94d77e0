// Sets the inputs of a method.
#pragma once

#include "tools/model_runner/array.h"

#include <executorch/runtime/executor/method.h>

#include <optional>
#include <string>
#include <vector>

namespace model_runner {

/// The inputs of a method, with the memory of tensors.
class Inputs {
 public:
  /// Makes inputs from `arrays`, converted to the dtypes and dim orders that the method declares; without
  /// arrays, tensors are filled with ones. There must be one array for each input, or one for each tensor
  /// input: other inputs must have the value with which the program was exported. Returns an error message,
  /// or an empty string.
  std::string prepare(executorch::runtime::Method& method, std::vector<Array> arrays);

  /// Sets the method's inputs. Returns an error message, or an empty string.
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
