#include "tools/model_runner/model.h"

#include <executorch/runtime/platform/runtime.h>

#include <cstdio>

namespace model_runner {
namespace {

using executorch::runtime::Error;
using executorch::runtime::Program;

// Enough for the structures of a method and for the scratch memory of its kernels.
constexpr size_t kMethodMemory = size_t{4} << 20;
constexpr size_t kTempMemory = size_t{4} << 20;

std::string failed(const char* what, Error error) {
  char text[160];
  std::snprintf(
      text, sizeof(text), "%s failed with 0x%x (%s)", what, static_cast<unsigned>(error), to_string(error));
  return text;
}

}  // namespace

std::string Model::load(const std::string& path, const std::string& method) {
  executorch::runtime::runtime_init();
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) {
    return "cannot be read";
  }
  std::fseek(file, 0, SEEK_END);
  file_.resize(static_cast<size_t>(std::ftell(file)));
  std::rewind(file);
  const size_t read = std::fread(file_.data(), 1, file_.size(), file);
  std::fclose(file);
  if (read != file_.size()) {
    return "cannot be read";
  }

  loader_.emplace(file_.data(), file_.size());
  auto program = Program::load(&*loader_, Program::Verification::InternalConsistency);
  if (!program.ok()) {
    return failed("loading the program", program.error());
  }
  program_.emplace(std::move(*program));
  auto meta = program_->method_meta(method.c_str());
  if (!meta.ok()) {
    return failed(("finding the method " + method).c_str(), meta.error());
  }
  for (size_t i = 0; i < meta->num_memory_planned_buffers(); ++i) {
    planned_memory_.emplace_back(static_cast<size_t>(*meta->memory_planned_buffer_size(i)));
    planned_spans_.push_back({planned_memory_.back().data(), planned_memory_.back().size()});
  }
  method_memory_.resize(kMethodMemory);
  temp_memory_.resize(kTempMemory);
  method_allocator_.emplace(method_memory_.size(), method_memory_.data());
  temp_allocator_.emplace(temp_memory_.size(), temp_memory_.data());
  planned_allocator_.emplace(executorch::runtime::Span<executorch::runtime::Span<uint8_t>>(
      planned_spans_.data(), planned_spans_.size()));
  memory_.emplace(&*method_allocator_, &*planned_allocator_, &*temp_allocator_);
  auto loaded = program_->load_method(method.c_str(), &*memory_);
  if (!loaded.ok()) {
    return failed(("loading the method " + method).c_str(), loaded.error());
  }
  method_.emplace(std::move(*loaded));
  return "";
}

}  // namespace model_runner
