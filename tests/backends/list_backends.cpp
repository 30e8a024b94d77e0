// Prints the id of every backend that is registered, a line each.

#include <executorch/runtime/backend/interface.h>

#include <cstdio>

int main() {
  for (size_t i = 0; i < executorch::runtime::get_num_registered_backends(); ++i) {
    std::printf("%s\n", *executorch::runtime::get_backend_name(i));
  }
  return 0;
}
