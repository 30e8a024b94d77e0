#include "tools/model_runner/model.h"

#include <executorch/runtime/platform/runtime.h>

#include <algorithm>
#include <cstdio>

// An installed ExecuTorch has this header since 1.2.
#if __has_include(<executorch/runtime/backend/interface.h>)
#include <executorch/runtime/backend/interface.h>
#define KNOWS_BACKENDS
#endif

namespace model_runner {
namespace {

using executorch::runtime::Error;
using executorch::runtime::Program;
using executorch::runtime::Span;

// The maximum alignment of programs and of delegates' payloads.
constexpr size_t kAlignment = 64;

std::string failed(const char* what, Error error) {
  char text[160];
  std::snprintf(
      text, sizeof(text), "%s failed with 0x%x (%s)", what, static_cast<unsigned>(error), to_string(error));
  return text;
}

// The name, with characters that are safe for a terminal.
std::string quoted(const char* name) {
  std::string text;
  for (; *name; ++name) {
    char escaped[5];
    const auto letter = static_cast<unsigned char>(*name);
    std::snprintf(escaped, sizeof(escaped), letter < 0x20 || letter == 0x7f ? "\\x%02x" : "%c", letter);
    text += escaped;
  }
  return text;
}

#ifdef KNOWS_BACKENDS
// The backends in this binary, as a list for a message.
std::string registered_backends() {
  std::string names;
  for (size_t i = 0; i < executorch::runtime::get_num_registered_backends(); ++i) {
    names += (i ? ", " : "") + std::string(*executorch::runtime::get_backend_name(i));
  }
  return names.empty() ? "none" : names;
}

// An error message for the method's first backend that cannot be used, with the reason; empty if all can be
// used.
std::string unusable_backend(const executorch::runtime::MethodMeta& meta) {
  for (size_t i = 0; i < meta.num_backends(); ++i) {
    const char* const name = *meta.get_backend_name(i);
    const auto* backend = executorch::runtime::get_backend_class(name);
    if (backend == nullptr) {
      return "backend " + quoted(name) +
             " is not registered in this binary (registered: " + registered_backends() + ")";
    }
    if (!backend->is_available()) {
      return "backend " + quoted(name) + " is registered but not available on this machine";
    }
  }
  return "";
}
#else
// Without this header, the runtime only reports that the method cannot be loaded.
std::string unusable_backend(const executorch::runtime::MethodMeta&) {
  return "";
}
#endif

}  // namespace

std::string Model::load(const std::string& path, const std::vector<std::string>& data_files) {
  executorch::runtime::runtime_init();
  std::vector<uint8_t> file;
  if (!read_file(path, file)) {
    return "cannot be read";
  }
  const uint8_t* data = file.data();
  size_t size = file.size();
  if (is_bundled_program(file)) {
    BundledProgram bundled;
    const std::string problem = read_bundled_program(file, bundled);
    if (!problem.empty()) {
      return problem;
    }
    data = bundled.program;
    size = bundled.program_size;
    cases_ = std::move(bundled.cases);
  }
  program_memory_.resize(size + kAlignment);
  uint8_t* aligned = program_memory_.data();
  aligned += -reinterpret_cast<uintptr_t>(aligned) % kAlignment;
  std::copy(data, data + size, aligned);

  std::string problem = named_data_.load(data_files);
  if (!problem.empty()) {
    return problem;
  }
  loader_.emplace(aligned, size);
  auto program = Program::load(&*loader_, Program::Verification::InternalConsistency);
  if (!program.ok()) {
    return failed("loading the program", program.error());
  }
  program_.emplace(std::move(*program));
  return "";
}

std::string Model::load_method(const std::string& name) {
  auto meta = program_->method_meta(name.c_str());
  if (!meta.ok()) {
    return "the program has no method " + quoted(name.c_str()) + "; it has " + method_names();
  }
  if (std::string problem = unusable_backend(*meta); !problem.empty()) {
    return problem;
  }
  method_.reset();
  method_allocator_.reset();
  temp_allocator_.reset();
  planned_memory_.clear();
  planned_spans_.clear();
  for (size_t i = 0; i < meta->num_memory_planned_buffers(); ++i) {
    planned_memory_.emplace_back(static_cast<size_t>(*meta->memory_planned_buffer_size(i)));
    planned_spans_.push_back({planned_memory_.back().data(), planned_memory_.back().size()});
  }
  planned_allocator_.emplace(Span<Span<uint8_t>>(planned_spans_.data(), planned_spans_.size()));
  memory_.emplace(&method_allocator_, &*planned_allocator_, &temp_allocator_);
  auto loaded = program_->load_method(name.c_str(), &*memory_, nullptr, named_data_.map());
  if (!loaded.ok()) {
    return failed(("loading the method " + quoted(name.c_str())).c_str(), loaded.error()) +
           (named_data_.map() ? "" : "; if it has weights in .ptd files, give those with --data");
  }
  method_.emplace(std::move(*loaded));
  return "";
}

std::string Model::method_names() const {
  std::string names;
  for (size_t i = 0; i < program_->num_methods(); ++i) {
    const auto name = program_->get_method_name(i);
    names += (i ? ", " : "") + (name.ok() ? quoted(*name) : "?");
  }
  return names.empty() ? "none" : names;
}

}  // namespace model_runner
