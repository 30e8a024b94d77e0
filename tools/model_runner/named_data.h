// Named tensors of `.ptd` files: weights that a program does not have itself.
#pragma once

#include <executorch/runtime/core/named_data_map.h>

#include <memory>
#include <string>
#include <vector>

namespace model_runner {

class NamedData {
 public:
  NamedData();
  ~NamedData();

  /// Reads the files. Returns what went wrong, or an empty string.
  std::string load(const std::vector<std::string>& paths);

  /// All that was read; null if that is nothing.
  const executorch::ET_RUNTIME_NAMESPACE::NamedDataMap* map() const;

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace model_runner
