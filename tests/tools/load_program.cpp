// Loads the method of a program: load_program MODEL.pte [OPERATOR...]
//
// Each operator gets a kernel that does nothing. Prints the error of the runtime, 0 if there is none.

#include <executorch/extension/module/module.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <cstdio>

using namespace executorch::runtime;

int main(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    if (register_kernel(Kernel(argv[i], [](KernelRuntimeContext&, Span<EValue*>) {})) != Error::Ok) {
      return 1;
    }
  }
  executorch::extension::Module module(argv[1]);
  const Error error = module.load_method("forward");
  std::printf("%u\n", static_cast<unsigned>(error));
  return 0;
}
