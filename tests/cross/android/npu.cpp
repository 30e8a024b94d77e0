// A library that registers a backend when it is loaded, and has a function that others may have, too.

#include <executorch/runtime/backend/interface.h>

void common_name() {}

namespace {

[[maybe_unused]] const auto registered = executorch::runtime::register_backend({"NpuBackend", nullptr});

}  // namespace
