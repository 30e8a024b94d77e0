// Runs the method forward of a program in flash, and prints its outputs as bytes and what its memory came to.

#include "board/semihosting.h"
#include "board/stack.h"
#include "model.h"

#include <RegisterKernels.h>

#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/runtime/executor/method.h>
#include <executorch/runtime/executor/program.h>
#include <executorch/runtime/platform/runtime.h>

#include <algorithm>

using executorch::aten::DimOrderType;
using executorch::aten::SizesType;
using executorch::aten::Tensor;
using executorch::aten::TensorImpl;
using executorch::extension::BufferDataLoader;
using executorch::runtime::Error;
using executorch::runtime::HierarchicalAllocator;
using executorch::runtime::MemoryAllocator;
using executorch::runtime::MemoryManager;
using executorch::runtime::Method;
using executorch::runtime::Program;
using executorch::runtime::TensorInfo;
using semihosting::print;

namespace {

// Says how much of its memory has been used at most. The runtime empties that of kernels after each call.
class Arena final : public MemoryAllocator {
 public:
  Arena(uint8_t* memory, uint32_t size) : MemoryAllocator(size, memory) {}

  void* allocate(size_t size, size_t alignment) override {
    auto* const begin = static_cast<uint8_t*>(MemoryAllocator::allocate(size, alignment));
    if (begin != nullptr) {
      used_ = std::max(used_, static_cast<size_t>(begin + size - base_address()));
    }
    return begin;
  }

  size_t used() const {
    return used_;
  }

 private:
  size_t used_ = 0;
};

alignas(16) uint8_t method_memory[METHOD_ARENA];
alignas(16) uint8_t temp_memory[TEMP_ARENA];

int failed(const char* what, Error error) {
  print(what);
  print(" failed with error ");
  print(static_cast<size_t>(error));
  print("\n");
  return 1;
}

// The method copies an input to where it is planned, or reads it where it is.
Error set_input(Method& method, size_t index) {
  const auto info = method.method_meta().input_tensor_meta(index);
  if (!info.ok()) {
    return info.error();
  }
  if (info->nbytes() != kInputs[index].size) {
    return Error::InvalidArgument;
  }
  // Nothing writes to them.
  auto* const sizes = const_cast<SizesType*>(info->sizes().data());
  auto* const dim_order = const_cast<DimOrderType*>(info->dim_order().data());
  auto* const data = const_cast<uint8_t*>(kInputs[index].data);
  TensorImpl input(info->scalar_type(), info->sizes().size(), sizes, data, dim_order);
  return method.set_input(Tensor(&input), index);
}

void print_memory(const char* name, size_t used, size_t size) {
  print(name);
  print(": ");
  print(used);
  print(" of ");
  print(size);
  print(" bytes\n");
}

// Prints the elements row by row, in whatever order of dimensions they are in memory.
void print_elements(const Tensor& tensor) {
  const auto* const data = static_cast<const uint8_t*>(tensor.const_data_ptr());
  for (size_t i = 0; i < static_cast<size_t>(tensor.numel()); ++i) {
    size_t rest = i;
    size_t at = 0;
    for (size_t dim = static_cast<size_t>(tensor.dim()); dim-- > 0;) {
      const auto size = static_cast<size_t>(tensor.size(dim));
      at += rest % size * static_cast<size_t>(tensor.strides()[dim]);
      rest /= size;
    }
    semihosting::print_bytes(data + at * tensor.element_size(), tensor.element_size());
  }
}

void print_outputs(const Method& method) {
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    const Tensor& output = method.get_output(i).toTensor();
    print("output ");
    print(i);
    print(": ");
    print_elements(output);
    print("\n");
  }
}

}  // namespace

int main() {
  executorch::runtime::runtime_init();
  if (const Error error = torch::executor::register_all_kernels(); error != Error::Ok) {
    return failed("registering kernels", error);
  }
  BufferDataLoader loader(kProgram.data, kProgram.size);
  const auto program = Program::load(&loader);
  if (!program.ok()) {
    return failed("reading the program", program.error());
  }
  Arena method_arena(method_memory, sizeof method_memory);
  Arena temp_arena(temp_memory, sizeof temp_memory);
  HierarchicalAllocator planned(kPlanned);
  MemoryManager memory(&method_arena, &planned, &temp_arena);
  auto method = program->load_method("forward", &memory);
  if (!method.ok()) {
    return failed("loading the method", method.error());
  }
  for (size_t i = 0; i < method->inputs_size(); ++i) {
    if (const Error error = i < kInputs.size() ? set_input(*method, i) : Error::InvalidArgument;
        error != Error::Ok) {
      return failed("setting an input", error);
    }
  }
  if (const Error error = method->execute(); error != Error::Ok) {
    return failed("running the method", error);
  }
  print_outputs(*method);
  for (const auto& buffer : kPlanned) {
    print_memory("planned", buffer.size(), buffer.size());
  }
  print_memory("method", method_arena.used(), method_arena.size());
  print_memory("temp", temp_arena.used(), temp_arena.size());
  print_memory("stack", stack_used(), stack_size());
  if (stack_used() == stack_size()) {
    print("the stack is too small: give it more in the linker script\n");
    return 1;
  }
  return 0;
}
