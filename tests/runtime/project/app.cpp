// What an app does that uses ExecuTorch's Module: prints how many inputs the model has.

#include <executorch/extension/module/module.h>

#include <cstdio>

int main(int, char** argv) {
  executorch::extension::Module module(argv[1]);
  const auto meta = module.method_meta("forward");
  if (!meta.ok()) {
    return 1;
  }
  std::printf("%zu\n", meta->num_inputs());
  return 0;
}
