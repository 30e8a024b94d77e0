// Captures the errors that a kernel logs, for the message that PyTorch's user reads.
#pragma once

#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstddef>
#include <string>

namespace rules_executorch {

/// While an object exists, errors that its thread logs are stored here instead of printed.
class KernelLog {
 public:
  KernelLog() : outer_(current()) {
    static const bool is_installed = install();
    static_cast<void>(is_installed);
    current() = this;
  }
  ~KernelLog() {
    current() = outer_;
  }
  KernelLog(const KernelLog&) = delete;
  KernelLog& operator=(const KernelLog&) = delete;

  /// `: file:line: message` for each error.
  const std::string& text() const {
    return text_;
  }

 private:
  using Emit = ::pal_emit_log_message_method;

  static KernelLog*& current() {
    static thread_local KernelLog* log = nullptr;
    return log;
  }

  static Emit& printer() {
    static Emit emit = nullptr;
    return emit;
  }

  static bool install() {
    ::executorch::runtime::runtime_init();
    printer() = ::executorch::runtime::get_pal_impl()->emit_log_message;
    return ::executorch::runtime::register_pal(::executorch::runtime::PalImpl::create(&emit, __FILE__));
  }

  static void emit(
      et_timestamp_t timestamp,
      et_pal_log_level_t level,
      const char* file,
      const char* function,
      size_t line,
      const char* message,
      size_t length) {
    if (KernelLog* log = current(); log != nullptr && level == kError) {
      log->text_ +=
          std::string(": ") + file + ":" + std::to_string(line) + ": " + std::string(message, length);
    } else if (printer() != nullptr) {
      printer()(timestamp, level, file, function, line, message, length);
    }
  }

  KernelLog* outer_;
  std::string text_;
};

}  // namespace rules_executorch
