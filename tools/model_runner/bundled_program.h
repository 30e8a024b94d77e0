// Reads bundled programs (.bpte), which contain inputs and expected outputs of their methods.
#pragma once

#include "tools/model_runner/array.h"

namespace model_runner {

/// Inputs of a method, and the results of eager PyTorch for them. Numbers are arrays without dimensions.
struct TestCase {
  std::string method;
  std::vector<Array> inputs;
  std::vector<Array> outputs;
};

/// The content of a file, see devtools/bundled_program/schema/bundled_program_schema.fbs.
struct BundledProgram {
  /// The program, which is a part of the file's bytes.
  const uint8_t* program = nullptr;
  size_t program_size = 0;
  std::vector<TestCase> cases;
};

/// Whether the file has the identifier of a bundled program.
bool is_bundled_program(const std::vector<uint8_t>& file);

/// Reads a bundled program. Returns an error message, or an empty string.
std::string read_bundled_program(const std::vector<uint8_t>& file, BundledProgram& program);

}  // namespace model_runner
