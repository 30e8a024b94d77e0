// Loads a program and runs its methods, with the runtime's own classes only.
#pragma once

#include "tools/model_runner/bundled_program.h"
#include "tools/model_runner/heap.h"
#include "tools/model_runner/named_data.h"

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>

#include <optional>
#include <string>
#include <vector>

namespace model_runner {

/// A program, and its last loaded method with the memory of that method.
class Model {
 public:
  /// Reads a program, and the `.ptd` files that have its weights, if it does not contain them. Returns an
  /// error message, or an empty string.
  std::string load(const std::string& path, const std::vector<std::string>& data_files = {});

  /// The inputs and expected outputs in the file, if it is a bundled program.
  const std::vector<TestCase>& cases() const {
    return cases_;
  }

  /// Loads a method. Returns an error message, or an empty string.
  std::string load_method(const std::string& name);

  /// The last loaded method.
  executorch::runtime::Method& method() {
    return *method_;
  }

 private:
  std::string method_names() const;

  // This memory outlives the program and the method; the members are in the order in which they are used.
  std::vector<uint8_t> program_memory_;
  std::vector<TestCase> cases_;
  std::optional<executorch::extension::BufferDataLoader> loader_;
  NamedData named_data_;
  std::optional<executorch::runtime::Program> program_;
  std::vector<std::vector<uint8_t>> planned_memory_;
  std::vector<executorch::runtime::Span<uint8_t>> planned_spans_;
  HeapAllocator method_allocator_;
  HeapAllocator temp_allocator_;
  std::optional<executorch::runtime::HierarchicalAllocator> planned_allocator_;
  std::optional<executorch::runtime::MemoryManager> memory_;
  std::optional<executorch::runtime::Method> method_;
};

}  // namespace model_runner
