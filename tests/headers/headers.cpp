// Calls a kernel of each of two libraries that have headers of the same name.

#include "Functions.h"

#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>

#if __has_include("util.h")
#error "headers of kernel libraries are for their own sources"
#endif

int main() {
  executorch::runtime::runtime_init();
  auto self = executorch::extension::make_tensor_ptr({1}, std::vector<float>{0});
  auto out = executorch::extension::make_tensor_ptr({1}, std::vector<float>{0});
  torch::executor::KernelRuntimeContext context;
  torch::executor::headers::first_outf(context, *self, *out);
  const float first = out->const_data_ptr<float>()[0];
  torch::executor::headers::second_outf(context, *self, *out);
  const float second = out->const_data_ptr<float>()[0];
  std::printf("first %g, second %g\n", first, second);
  return first == 41 && second == 42 ? 0 : 1;
}
