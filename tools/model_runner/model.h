// Loads a model and runs a method of it, with the runtime's own classes and nothing else.
#pragma once

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace model_runner {

/// A method of a model, and the memory it runs in.
class Model {
 public:
  /// Reads the file and loads the method. Returns what went wrong, or an empty string.
  std::string load(const std::string& path, const std::string& method);

  executorch::runtime::Method& method() {
    return *method_;
  }

 private:
  // Memory that outlives the method; in the order that it is used.
  std::vector<uint8_t> file_;
  std::optional<executorch::extension::BufferDataLoader> loader_;
  std::optional<executorch::runtime::Program> program_;
  std::vector<uint8_t> method_memory_;
  std::vector<std::vector<uint8_t>> planned_memory_;
  std::vector<executorch::runtime::Span<uint8_t>> planned_spans_;
  std::vector<uint8_t> temp_memory_;
  std::optional<executorch::runtime::MemoryAllocator> method_allocator_;
  std::optional<executorch::runtime::HierarchicalAllocator> planned_allocator_;
  std::optional<executorch::runtime::MemoryAllocator> temp_allocator_;
  std::optional<executorch::runtime::MemoryManager> memory_;
  std::optional<executorch::runtime::Method> method_;
};

}  // namespace model_runner
