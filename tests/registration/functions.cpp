// Code that was written for the headers of ExecuTorch's own generator.

#include "Functions.h"
#include "NativeFunctions.h"

#include <executorch/extension/tensor/tensor.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>

int main() {
  executorch::runtime::runtime_init();
  auto a = executorch::extension::make_tensor_ptr({2}, std::vector<float>{1, 2});
  auto b = executorch::extension::make_tensor_ptr({2}, std::vector<float>{10, 20});
  auto out = executorch::extension::make_tensor_ptr({2}, std::vector<float>{0, 0});
  torch::executor::KernelRuntimeContext context;

  torch::executor::Tensor& sum = torch::executor::aten::add_outf(context, *a, *b, 2, *out);
  const bool added = &sum == out.get() && out->const_data_ptr<float>()[1] == 42;
  exec_aten::Tensor& product = torch::executor::native::mul_out(context, *a, *b, *out);
  const bool multiplied = product.const_data_ptr<float>()[1] == 40;

  // A wrong call: the failure is in the context.
  auto wrong = executorch::extension::make_tensor_ptr({3}, std::vector<float>{1, 2, 3});
  torch::executor::aten::add_outf(context, *a, *wrong, 1, *out);
  const bool failed = context.failure_state() != torch::executor::Error::Ok;
  std::printf("added %d, multiplied %d, failed %d\n", added, multiplied, failed);
  return added && multiplied && failed ? 0 : 1;
}
