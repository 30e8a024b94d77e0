// Named tensors of `.ptd` files: weights that are not in the program itself.
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

  /// Reads the files. Returns an error message, or an empty string.
  std::string load(const std::vector<std::string>& paths);

  /// All tensors of the files; null if there are none.
  const executorch::ET_RUNTIME_NAMESPACE::NamedDataMap* map() const;

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace model_runner
